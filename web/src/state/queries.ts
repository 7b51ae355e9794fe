/** What a game answers to questions that change nothing: overlays of the map, and the chances of a fight. */
/** The share of something that is certain. */
export const WHOLE = 10_000

export const OVERLAYS = ['zoc', 'supply', 'reach', 'threat', 'control', 'detection', 'interdiction'] as const
export type OverlayName = (typeof OVERLAYS)[number]

/** An id as the games write it: whole numbers are numbers. */
export const plainId = (id: string | number): string | number => (typeof id === 'string' && /^(0|[1-9]\d*)$/.test(id) ? Number(id) : id)
