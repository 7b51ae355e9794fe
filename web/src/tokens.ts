/** The colours of the design, one table per theme. CSS variables and the canvas are both filled from here. */
export type Theme = 'light' | 'dark'

export const LIGHT = {
  bg: '#E4E0D6', surface: '#FCFBF8', surface2: '#F3F0E8', line: '#DDD7CA', line2: '#8C8474',
  ink: '#1B1F24', ink2: '#4A5159', ink3: '#686E75', accent: '#0F5FC2', accentink: '#FFFFFF', accentbg: '#E4EEFA',
  sel: '#FFC21A', selrim: '#3D2C00', target: '#B8125A', target2: '#CC5286', hold: '#9E6410', targetbg: '#FBE7EF',
  good: '#1A7044', warn: '#8A5200', bad: '#B3261E',
  sea: '#CFDFE6', sea1: '#C4D8E1', sea2: '#B7CFDA', sea3: '#A9C5D2', coast: '#5E8698', seaink: '#35606F',
  open: '#F1E9D4', sand: '#EFE2BE', rolling: '#E8DABB', hills: '#DCC79D', mountain: '#C6AD80', woods: '#B9C592', marsh: '#D9E2CF',
  mark: '#A08C62', marshmark: '#5F8A86', woodmark: '#6F8350', grid: '#6E6347', river: '#4F8BA8', lake: '#C4DAE4',
  road: '#B0493A', roadcase: '#FFF9EC', rail: '#3A3833', town: '#3A3833', label: '#26231D', halo: '#F7F1E1', fort: '#5A3A1E',
  paper: '#F3EFE4', areabase: '#F6F0E0', border: '#FBF7EC', areacoast: '#6C6552', hatch: '#B9AE93', waste: '#DDD0B0', wasteink: '#8A7748',
}
export type Tokens = typeof LIGHT

export const DARK: Tokens = {
  bg: '#0F1215', surface: '#171B20', surface2: '#20262C', line: '#2F373F', line2: '#74818C',
  ink: '#ECEFF1', ink2: '#B4BCC3', ink3: '#929BA3', accent: '#78B4FF', accentink: '#08182B', accentbg: '#1B2C42',
  sel: '#FFD250', selrim: '#3D2C00', target: '#FF7FAE', target2: '#C25F87', hold: '#D9A04C', targetbg: '#3A1F2C',
  good: '#6CCB96', warn: '#F0B45A', bad: '#FF8A80',
  sea: '#18242D', sea1: '#1C2B36', sea2: '#213440', sea3: '#273E4C', coast: '#5D8296', seaink: '#8FB4C6',
  open: '#3D3B33', sand: '#464233', rolling: '#47443A', hills: '#534D3F', mountain: '#625846', woods: '#37422F', marsh: '#35413B',
  mark: '#7A7259', marshmark: '#6E9C95', woodmark: '#7D9463', grid: '#B9B196', river: '#5C9CBC', lake: '#213440',
  road: '#B4705F', roadcase: '#2A2823', rail: '#D2CCBC', town: '#EDE6D3', label: '#F0EADB', halo: '#25241F', fort: '#E2B788',
  paper: '#3A3832', areabase: '#22262A', border: '#14181C', areacoast: '#7F8A8F', hatch: '#6A6455', waste: '#4A4332', wasteink: '#B8A878',
}

export const tokensOf = (theme: Theme): Tokens => (theme === 'dark' ? DARK : LIGHT)

/** How a side's counters look: one alliance has dark bodies with white ink, the other light bodies with dark ink. */
export interface Side {
  body: string
  ink: string
  box: string
  edge: string
}

export const SIDES: Record<string, Side> = {
  german: { body: '#4A5D70', ink: '#FFFFFF', box: '#5F7489', edge: '#2C3A48' },
  romanian: { body: '#4F6656', ink: '#FFFFFF', box: '#66806E', edge: '#2F4034' },
  soviet: { body: '#E6AE83', ink: '#2B1608', box: '#F5D5B8', edge: '#8A5228' },
  us: { body: '#5B6B3C', ink: '#FFFFFF', box: '#738552', edge: '#37421F' },
  rok: { body: '#3F5E79', ink: '#FFFFFF', box: '#587A97', edge: '#24394D' },
  usmc: { body: '#6A5B35', ink: '#FFFFFF', box: '#84744A', edge: '#41371D' },
  cw: { body: '#5A5270', ink: '#FFFFFF', box: '#746B8C', edge: '#373047' },
  jsdf: { body: '#5E5E5E', ink: '#FFFFFF', box: '#787878', edge: '#383838' },
  dprk: { body: '#E6AE83', ink: '#2B1608', box: '#F5D5B8', edge: '#8A5228' },
  prc: { body: '#E3C46C', ink: '#2A2008', box: '#F2E0A8', edge: '#8A7228' },
  enemy: { body: '#DCC48F', ink: '#2A2008', box: '#F0E2BE', edge: '#8A7336' },
  germany: { body: '#3A445A', ink: '#FFFFFF', box: '#566079', edge: '#20283A' },
  italy: { body: '#637F17', ink: '#FFFFFF', box: '#7C983A', edge: '#3D5008' },
  japan: { body: '#7E321B', ink: '#FFFFFF', box: '#9A523C', edge: '#4E1B0C' },
  ussr: { body: '#D77984', ink: '#1B1F24', box: '#EBA9B1', edge: '#7E3540' },
  uk: { body: '#E2CEA2', ink: '#1B1F24', box: '#F2E6CB', edge: '#8A7340' },
  usa: { body: '#57C757', ink: '#1B1F24', box: '#93DF93', edge: '#256B25' },
  china: { body: '#AD98D2', ink: '#1B1F24', box: '#CFC2E6', edge: '#5B4685' },
  anzac: { body: '#C6DEE3', ink: '#1B1F24', box: '#E3F0F3', edge: '#56787F' },
  france: { body: '#7390EA', ink: '#1B1F24', box: '#A9BCF4', edge: '#2F4596' },
  neutral: { body: '#F3EFE4', ink: '#1B1F24', box: '#FFFFFF', edge: '#8C8474' },
}

/** Palettes for seats of games that name none: dark and light bodies in turn. */
const SPARE = ['german', 'soviet', 'us', 'enemy', 'romanian', 'china', 'japan', 'anzac', 'italy']

/** The look of a seat or nation: its own, or a spare one by its place at the table. */
export function sideOf(name: string, seats: readonly string[] = []): Side {
  const spare = SPARE[Math.max(0, seats.indexOf(name)) % SPARE.length]!
  const alias: Record<string, string> = { axis: 'german', allied: 'rok', company: 'us' }
  return SIDES[name] ?? SIDES[alias[name] ?? ''] ?? SIDES[seats.includes(name) ? spare : 'neutral']!
}

export const mix = (a: string, b: string, k: number): string => {
  const parts = (c: string) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16))
  const [p, q] = [parts(a), parts(b)]
  return '#' + p.map((v, i) => Math.round(v * k + q[i]! * (1 - k)).toString(16).padStart(2, '0')).join('')
}

export const UI_FONT = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif'
export const NUM_FONT = '"Roboto Condensed", "Arial Narrow", "Helvetica Neue Condensed", "Liberation Sans Narrow", ' + UI_FONT
export const MAP_FONT = 'Lora, "Iowan Old Style", "Palatino Linotype", Palatino, "TeX Gyre Pagella", "Book Antiqua", Georgia, serif'

/** Write a theme's colours onto the document. */
export function wear(theme: Theme): void {
  const root = document.documentElement
  for (const [name, value] of Object.entries(tokensOf(theme))) root.style.setProperty(`--${name}`, value)
  const shadows =
    theme === 'dark'
      ? ['0 1px 2px #0006', '0 2px 10px #0007,0 0 0 1px #0003', '0 10px 32px #000a']
      : ['0 1px 2px #2a22101a', '0 1px 2px #2a221014,0 6px 20px #2a22101f', '0 2px 4px #2a221014,0 14px 40px #2a221038']
  shadows.forEach((value, i) => root.style.setProperty(`--e${i + 1}`, value))
  root.dataset.theme = theme
  root.style.colorScheme = theme
}
