/** NATO-style symbols of our own drawing, in a box of 60 x 40, and silhouettes for area maps in a box of 24 x 16. */
const X = 'M0 0L60 40M60 0L0 40'
const OVAL = 'M19 10H41A10 10 0 0 1 41 30H19A10 10 0 0 1 19 10Z'

export interface Symbol {
  /** Stroked with the ink. */
  line?: string
  /** Filled with the ink. */
  fill?: string
  dot?: [x: number, y: number, r: number]
  rings?: [x: number, y: number, r: number][]
  text?: [word: string, y: number, size: number]
  bar?: string
}

const S: Record<string, Symbol> = {
  ship_bb: { fill: 'M2 25H58L51 35H9ZM8 25V19H20V14H24V6H30V14H35V9H38V14H40V19H52V25Z' },
  ship_cl: { fill: 'M3 26H57L51 35H10ZM12 26V20H22V12H26V20H33V14H36V20H46V26Z' },
  ship_dd: { fill: 'M4 27H56L50 34H12ZM20 27V21H26V14H29V21H36V27Z' },
  ship_t: { fill: 'M4 24H56L50 35H10ZM38 24V14H48V24ZM16 24V10H18V24ZM28 24V10H30V24Z' },
  infantry: { line: X },
  mechanised: { line: X + OVAL },
  motorised: { line: X + 'M30 0V40' },
  armour: { line: OVAL },
  cavalry: { line: 'M0 40L60 0' },
  recon: { line: 'M0 40L60 0M30 0V40' },
  armoured_recon: { line: 'M0 40L60 0' + OVAL },
  mountain: { line: X, fill: 'M22 40L30 26L38 40Z' },
  naval_infantry: { line: X + 'M30 8V32M24 12H36M21 25Q22 33 30 33Q38 33 39 25' },
  airborne: { line: X + 'M18 38Q24 30 30 38Q36 30 42 38' },
  airmobile: { line: X + 'M20 31L40 39V31L20 39Z' },
  mechanised_marine: { line: X + OVAL + 'M30 14V27M26 17H34M24 23Q25 28 30 28Q35 28 36 23' },
  heavy: { line: X + OVAL + 'M8 0V40' },
  wheeled: { line: X + OVAL + 'M30 0V40' },
  red_guard: { line: X, text: ['R', 14, 14] },
  training: { line: X, text: ['T', 14, 14] },
  outpost: { line: 'M30 7L47 33H13Z' },
  engineer: { line: 'M15 30V12H45V30M30 12V24' },
  bridging: { line: 'M12 28H20L26 14H34L40 28H48' },
  artillery: { dot: [30, 20, 7] },
  super_heavy_artillery: { line: 'M14 31H46', dot: [30, 20, 7.5] },
  sp_artillery: { line: OVAL, dot: [30, 20, 5] },
  assault_gun: { line: OVAL + 'M24 27L30 13L36 27' },
  rocket_artillery: { line: 'M22 18L30 9L38 18M22 26L30 17L38 26', dot: [30, 32, 4] },
  coast_artillery: { line: 'M12 33Q18 27 24 33T36 33T48 33', dot: [30, 17, 6.5] },
  anti_tank: { line: 'M0 40L30 4L60 40' },
  anti_air: { line: 'M6 40Q30 -4 54 40' },
  machine_gun: { line: X, bar: 'M30 22V38' },
  headquarters: { line: 'M0 12H60', text: ['HQ', 34, 20] },
  supply: { line: 'M0 30H60' },
  militia: { line: X, text: ['M', 14, 14] },
  security: { line: X, text: ['S', 38, 14] },
  armoured_train: { line: 'M0 30H60M10 30V16H50V30', rings: [[20, 34, 3.4], [40, 34, 3.4]] },
  flotilla: { line: 'M12 22H48L42 32H18ZM30 22V8L42 18H30' },
  helicopter: { line: 'M10 10L50 30V10L10 30Z' },
  air: { line: 'M14 12Q30 20 46 28Q54 20 46 12Q30 20 14 28Q6 20 14 12Z' },
  special_forces: { text: ['SF', 28, 20] },
  mortar: { line: 'M30 30V10M24 16L30 9L36 16', rings: [[30, 31, 4]] },
}

const ALIAS: Record<string, string> = {
  tank: 'armour', motorised_infantry: 'motorised', light_infantry: 'infantry', rocket: 'rocket_artillery', hq: 'headquarters',
  naval_base: 'flotilla', mech: 'mechanised', armor: 'armour',
}

export function symbolOf(kind: string): Symbol | undefined {
  const word = kind.replaceAll(' ', '_').replaceAll('-', '_')
  return S[word] ?? S[ALIAS[word] ?? '']
}

export const SIZE_MARKS: Record<string, string> = {
  squad: '•', section: '••', platoon: '•••', company: 'I', battalion: 'II', regiment: 'III', brigade: 'X', division: 'XX', corps: 'XXX', army: 'XXXX',
}

export const SILHOUETTES: Record<string, string> = {
  infantry: 'M12 1.2a2.6 2.2 0 0 1 2.6 2.2h-5.2A2.6 2.2 0 0 1 12 1.2zM9.6 5h4.8l1.4 5h-1.6l-.4 5.4h-1.6L12 11l-.2 4.4h-1.6L9.8 10H8.2z',
  mech_infantry: 'M2 5h11l3 2h5v3.4H2zM4 11.4a2 2 0 1 1 .01 0zM17.5 10.6a2.1 2.1 0 1 1-.01 0zM3 11h11v2.6H5z',
  artillery: 'M2 4.4L13 7l1-1.6 2 .8-.6 1.4 6 5.2-1 1.2-6-3.6A3.2 3.2 0 1 1 8.6 9L1.6 6z',
  tank: 'M8 3h7l1 1.4h7v1.6h-7V7.6h3.5L21 9.4v1.4A3 3 0 0 1 18 14H5.5A3 3 0 0 1 3 10.6V9.4l1.5-1.8H7z',
  aa_gun: 'M9 9L17 .8l1.4 1.2L13 9.6h3V11h3.5l2 3.6h-18l2-3.6H9z',
  fighter: 'M11.2 1h1.6l.6 4.2 8.6 1.8v2l-8.6.6-.5 3.6 2.6 1v1H8.5v-1l2.6-1-.5-3.6L2 9V7l8.6-1.8z',
  tactical_bomber: 'M11 .8h2l.6 4 4.2.8.6-1.4h1l.3 1.8L23 6.8v2.4l-9.4.6-.5 3.2 3 1.2v1H7.9v-1l3-1.2-.5-3.2L1 9.2V6.8l3.3-.8.3-1.8h1l.6 1.4 4.2-.8z',
  strategic_bomber: 'M11 .4h2l.6 4 2.6.5.3-1.5h1l.4 1.8 1.6.4.3-1.3h1l.3 1.7L23.6 7v2.2l-10 .8-.5 3.2 3.6 1.2v1.2H7.3v-1.2l3.6-1.2-.5-3.2-10-.8V7l2.5-1 .3-1.7h1l.3 1.3 1.6-.4.4-1.8h1l.3 1.5 2.6-.5z',
  submarine: 'M1 9.5h8V6h4v3.5h9.5c0 2.5-2 4-5 4H6c-3 0-5-1.5-5-4zM10.5 3h1v3h-1z',
  destroyer: 'M1 9.5h4V8h3V6h2V3h1v3h2v2h2l3-1.4v2.9h5L20.5 13h-17z',
  cruiser: 'M.8 9.5h3V7.6h4V5.4h2V2.4h1.2v3h1.4V3.4h1.2v2h1v2.2h3.6v1.9h5L21 13.4H3z',
  battleship: 'M.4 9h2.6V7l3-.4V5.2h2.6V1.6h1.6v2h2V1h1.4v4.2h1.8v1.6l3.4.4V9h4.8L21 13.8H3z',
  carrier: 'M.5 6.8h13V3.6h1V1.4h1.4v2.2h2v3.2h5.6v1.8L21 13.4H4L.5 8.6z',
  transport: 'M1 9h5V4.6h3V9h2V6h2v3h2V6h2v3h5.5L20.5 13.5h-17z',
  major_ic: 'M2 14.6V8l5 2.6V8l5 2.6V8l4 2.2V2h3l1 12.6z',
  minor_ic: 'M5 14.6V9l4.5 2.4V9l4 2.2V4h3l1 10.6z',
  air_base: 'M12 1.5a6.5 6.5 0 1 1-.01 0zM12 4v8M8 8h8',
  naval_base: 'M12 2v11M8.5 5h7M5.5 9.5q1 4.5 6.5 4.5t6.5-4.5',
}
/** Silhouettes that are drawn with a line and not filled. */
export const OUTLINED = new Set(['air_base', 'naval_base'])
export const KINDS_IN_ORDER = [
  'infantry', 'mech_infantry', 'artillery', 'tank', 'aa_gun', 'fighter', 'tactical_bomber', 'strategic_bomber',
  'submarine', 'destroyer', 'cruiser', 'battleship', 'carrier', 'transport',
]
export const DOMAIN: Record<string, 'land' | 'air' | 'sea'> = Object.fromEntries(
  KINDS_IN_ORDER.map((kind, i) => [kind, i < 5 ? 'land' : i < 8 ? 'air' : 'sea']),
)

/** Icons of the frame, 24 x 24, stroked. */
export const ICONS: Record<string, string> = {
  dice: 'M5 4h14a1 1 0 011 1v14a1 1 0 01-1 1H5a1 1 0 01-1-1V5a1 1 0 011-1zM8.5 8.5h.01M15.5 8.5h.01M8.5 15.5h.01M15.5 15.5h.01M12 12h.01',
  air: 'M12 3l1.5 6.5L21 14v2l-7.5-2-.7 4L15 20v1h-6v-1l2.2-2-.7-4L3 16v-2l7.5-4.5z',
  detection: 'M12 12m-1.5 0a1.5 1.5 0 103 0 1.5 1.5 0 10-3 0M7 17a7 7 0 010-10M17 7a7 7 0 010 10M4.5 19.5a10.5 10.5 0 010-15M19.5 4.5a10.5 10.5 0 010 15', interdiction: 'M5 21L9 3M19 21L15 3M12 5v3M12 11v3M12 17v3M3 12h5M16 12h5',
  layers: 'M12 3l9 5-9 5-9-5zM3 13l9 5 9-5', eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6',
  box: 'M4 8l8-5 8 5v8l-8 5-8-5zM4 8l8 5 8-5M12 13v8', undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 016 6', redo: 'M15 7l5 5-5 5M20 12H10a6 6 0 00-6 6',
  plus: 'M12 5v14M5 12h14', minus: 'M5 12h14', fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5', chart: 'M4 20V10M10 20V4M16 20v-8M21 20H3',
  book: 'M5 4h11a3 3 0 013 3v13H8a3 3 0 01-3-3zM5 17a3 3 0 013-3h11', chat: 'M4 5h16v11H9l-5 4z', play: 'M7 4l13 8-13 8z', pause: 'M8 5v14M16 5v14',
  prev: 'M18 5l-9 7 9 7zM6 5v14', next: 'M6 5l9 7-9 7zM18 5v14', back: 'M15 5l-7 7 7 7', forward: 'M9 5l7 7-7 7', help: 'M9 9a3 3 0 115 2c-1 1-2 1.5-2 3M12 18v.01',
  menu: 'M4 7h16M4 12h16M4 17h16', zoc: 'M12 2l8.7 5v10L12 22l-8.7-5V7zM12 8l3.5 2v4L12 16l-3.5-2v-4z', supply: 'M3 17c5 0 4-10 9-10s4 10 9 10M12 7V3',
  reach: 'M12 12m-2 0a2 2 0 104 0 2 2 0 10-4 0M12 3v3M12 18v3M3 12h3M18 12h3', bell: 'M6 16V11a6 6 0 0112 0v5l2 2H4zM10 21h4',
  search: 'M11 4a7 7 0 100 14 7 7 0 000-14zM20 20l-4-4', up: 'M6 15l6-6 6 6', down: 'M6 9l6 6 6-6', x: 'M6 6l12 12M18 6L6 18', threat: 'M12 4v4M12 16v4M4 12h4M16 12h4',
  control: 'M5 21V4l13 4-13 5', settings: 'M4 7h10M18 7h2M4 17h4M12 17h8M14 7a2 2 0 104 0 2 2 0 10-4 0M8 17a2 2 0 104 0 2 2 0 10-4 0', check: 'M5 12l5 5L19 7',
  moment: 'M12 4a8 8 0 108 8M12 8v4l3 2M20 4v5h-5', note: 'M5 4h14v11l-5 5H5zM14 20v-5h5M8 9h8M8 13h4',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  log: 'M4 7h16M4 12h16M4 17h10', download: 'M12 4v11M7 11l5 5 5-5M5 20h14', flag: 'M5 21V4h13l-3 5 3 5H5',
}
