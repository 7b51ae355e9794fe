/** How far a sheet is drawn up: title and result, what matters, everything. */
export type Stop = 'peek' | 'half' | 'full'
export const STOPS: Stop[] = ['peek', 'half', 'full']
const FAR = 36

/** Where a drag ends: a pull of some length goes one stop on, a long one to the end. */
export function stopAfter(stop: Stop, up: number): Stop {
  const steps = Math.abs(up) < FAR ? 0 : Math.abs(up) > FAR * 6 ? 2 : 1
  return STOPS[Math.min(2, Math.max(0, STOPS.indexOf(stop) + Math.sign(up) * steps))]!
}
