/** Terrain cards as small aerial views: ground, furrows, lanes, hedges as rows of crowns, roofs. Pure: the same card is always drawn alike. */
import { mix, type Theme } from '../tokens'

export const CARD_WIDTH = 236
export const CARD_HEIGHT = 208
/** Gaps between cards, across and down. */
export const GAP: readonly [number, number] = [12, 14]
export const PLATE = 23
/** A unit with the room for its ring and its tabs. */
export const UNIT: readonly [number, number] = [69, 60]

interface Inks { ground: (kind: string) => string; hedge: string; leaf: string; roof: string; roofline: string; lane: string; laneside: string; furrow: string; contour: string; water: string; stone: string }

const GROUND: Record<string, string> = {
  open: '#EAD9A0', hedgerow: '#DCE0B4', orchard: '#CFDBA8', woods: '#A9BC86', jungle: '#94AD76', village: '#DDD3BC', farm: '#DDDDB6', hill: '#D3CFA0', church: '#DDD3BC', cemetery: '#D6DAB6',
  brush: '#CFD6A6', bamboo: '#C3D39A', elephant_grass: '#D2D592', mangrove: '#A9BE9A', rubber_plantation: '#BFD09B', marsh: '#CBDCC6', rice_paddy: '#C4DAD2', rocky: '#D6CDB6', gully: '#DDD6AE', embankment: '#DCDCB4',
  complex: '#D3CBBE', separate: '#D9D5BF', compound: '#DAD0B4', interior: '#CFC6B6', staging: '#E6E2CC', down: '#E9E3D0',
}
const PAPER = '#F6F1E2'
const LIGHT: Inks = { ground: (kind) => GROUND[kind] ?? GROUND.hedgerow!, hedge: '#5C7542', leaf: '#7E9A5A', roof: '#A8583F', roofline: '#C98368', lane: '#EFE4C8', laneside: '#B9A878', furrow: '#9A8E4E', contour: '#9C8A55', water: '#8FB4C0', stone: '#A79C84' }
const DARK: Inks = {
  ground: (kind) => mix(GROUND[kind] ?? GROUND.hedgerow!, '#1B2118', 0.36), hedge: '#2F3D24', leaf: '#475A35', roof: '#6E4030', roofline: '#8E5A45', lane: '#6A6350', laneside: '#45412F', furrow: '#807748', contour: '#8B7D52', water: '#466573', stone: '#5E5848',
}

/** A fixed sequence of numbers between 0 and 1. */
export function sequence(seed: number): () => number {
  let now = (seed * 7919 + 17) % 2147483648
  return () => {
    now = (now * 1103515245 + 12345) % 2147483648
    return now / 2147483648
  }
}

const f = (n: number): string => n.toFixed(1)
const known = new Map<string, string>()

/** The picture of a card, in a box of CARD_WIDTH x CARD_HEIGHT; `seed` tells cards of the same ground apart. */
export function cardArt(ground: string, seed: number, theme: Theme): string {
  const name = `${ground}/${seed}/${theme}`
  const before = known.get(name)
  if (before !== undefined) return before
  const art = painted(ground, sequence(seed + 3), theme === 'dark' ? DARK : LIGHT)
  known.set(name, art)
  return art
}

function painted(ground: string, next: () => number, ink: Inks): string {
  const [w, h] = [CARD_WIDTH, CARD_HEIGHT]
  const out: string[] = [`<rect width="${w}" height="${h}" fill="${ink.ground(ground)}"/>`]
  const tree = (x: number, y: number, r: number): string =>
    `<circle cx="${f(x + 1.5)}" cy="${f(y + 2)}" r="${f(r)}" opacity=".14"/><circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="${ink.leaf}" stroke="${ink.hedge}"/>`
  const house = (x: number, y: number, turn: number, wide = 22, high = 14): string =>
    `<g transform="translate(${f(x)} ${f(y)}) rotate(${turn})"><rect x="${2 - wide / 2}" y="${3 - high / 2}" width="${wide}" height="${high}" opacity=".2"/><rect x="${-wide / 2}" y="${-high / 2}" width="${wide}" height="${high}" fill="${ink.roof}" stroke="#6B3425"/><path d="M${-wide / 2} 0H${wide / 2}" stroke="${ink.roofline}" stroke-width="1.4"/></g>`
  const hedge = (x1: number, y1: number, x2: number, y2: number): void => {
    const n = Math.floor(Math.hypot(x2 - x1, y2 - y1) / 9)
    out.push(`<path d="M${f(x1)} ${f(y1)}L${f(x2)} ${f(y2)}" stroke="${ink.hedge}" stroke-width="5" opacity=".55" stroke-linecap="round"/>`)
    for (let i = 0; i <= n; i++) out.push(tree(x1 + ((x2 - x1) * i) / n + (next() - 0.5) * 3, y1 + ((y2 - y1) * i) / n + (next() - 0.5) * 3, 3.4 + 2.4 * next()))
  }
  const furrows = (gap: number, width: number, opacity: number): void => {
    const turn = Math.round((next() - 0.5) * 60)
    let lines = ''
    for (let y = -160; y < 340; y += gap) lines += `M-60 ${y}H320`
    out.push(`<path d="${lines}" transform="rotate(${turn} 118 89)" stroke="${ink.furrow}" stroke-width="${width}" opacity="${opacity}"/>`)
  }
  const lane = (): void => {
    const d = 'M-5 120Q70 104 120 96T245 70'
    out.push(`<path d="${d}" fill="none" stroke="${ink.laneside}" stroke-width="15"/><path d="${d}" fill="none" stroke="${ink.lane}" stroke-width="12"/>`)
  }
  const crowns = (count: number, least: number, more: number): void => {
    for (let i = 0; i < count; i++) out.push(tree(12 + 212 * next(), 30 + 166 * next(), least + more * next()))
  }
  const contours = (): void => {
    for (const q of [96, 72, 48, 24]) out.push(`<ellipse cx="118" cy="116" rx="${q}" ry="${f(q * 0.6)}" fill="none" stroke="${ink.contour}" stroke-width="1.2" opacity=".75"/>`)
  }
  const tufts = (count: number): void => {
    let d = ''
    for (let i = 0; i < count; i++) {
      const [x, y] = [10 + 216 * next(), 34 + 164 * next()]
      d += `M${f(x)} ${f(y)}v-6m-4 6l1.500-5m6.500 5l-1.500-5`
    }
    out.push(`<path d="${d}" fill="none" stroke="${ink.hedge}" stroke-width="1.200" opacity=".7"/>`)
  }
  const walls = (): void => void out.push(`<rect x="34" y="46" width="168" height="140" fill="none" stroke="${ink.stone}" stroke-width="5"/>`)
  const stones = (count: number): void => {
    for (let i = 0; i < count; i++) out.push(`<ellipse cx="${f(14 + 208 * next())}" cy="${f(36 + 160 * next())}" rx="${f(4 + 7 * next())}" ry="${f(3 + 4 * next())}" fill="${ink.stone}" stroke="${ink.contour}" stroke-width=".8"/>`)
  }
  const village = (): void => {
    for (const [x, y, turn] of [[50, 60, 8], [88, 56, -6], [150, 52, 4], [192, 44, -14], [60, 148, 10], [108, 140, -4], [160, 122, 14], [204, 118, -8]] as const) out.push(house(x, y, turn))
  }
  switch (ground) {
    case 'open': furrows(6, 1.2, 0.45); hedge(6, 32, 228, 30); break
    case 'hedgerow': furrows(9, 0.8, 0.28); hedge(6, 34, 228, 31); hedge(14, 42, 12, h - 8); hedge(226, 40, 224, h - 8); break
    case 'embankment': furrows(9, 0.8, 0.28); lane(); hedge(8, 150, 228, 104); break
    case 'orchard': case 'rubber_plantation': for (let i = 0; i < 7; i++) for (let j = 0; j < 6; j++) out.push(tree(28 + 30 * i + 6 * (next() - 0.5), 38 + 29 * j + 6 * (next() - 0.5), 7.5)); break
    case 'woods': crowns(80, 7, 5); break
    case 'jungle': case 'mangrove': crowns(130, 6, 7); break
    case 'brush': crowns(46, 3, 3); tufts(30); break
    case 'bamboo': case 'elephant_grass': tufts(110); break
    case 'marsh': tufts(46); for (let i = 0; i < 5; i++) out.push(`<ellipse cx="${f(30 + 180 * next())}" cy="${f(50 + 140 * next())}" rx="22" ry="7" fill="${ink.water}" opacity=".6"/>`); break
    case 'rice_paddy': for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) out.push(`<rect x="${8 + i * 75}" y="${32 + j * 58}" width="70" height="53" rx="5" fill="${ink.water}" opacity=".5" stroke="${ink.hedge}" stroke-opacity=".5"/>`); break
    case 'hill': contours(); furrows(11, 0.7, 0.2); hedge(10, 190, 226, 186); break
    case 'rocky': contours(); stones(22); break
    case 'gully': furrows(9, 0.8, 0.25); out.push(`<path d="M-5 160Q60 120 118 124T245 84" fill="none" stroke="${ink.contour}" stroke-width="18" opacity=".45"/><path d="M-5 160Q60 120 118 124T245 84" fill="none" stroke="${ink.water}" stroke-width="4" opacity=".7"/>`); break
    case 'village': lane(); village(); break
    case 'church': lane(); out.push(house(118, 130, 0, 58, 24), house(82, 130, 0, 20, 34)); for (const x of [40, 190]) out.push(tree(x, 70, 10)); break
    case 'cemetery': walls(); for (let i = 0; i < 6; i++) for (let j = 0; j < 4; j++) out.push(`<path d="M${54 + i * 26} ${62 + j * 30}v10m-4-6h8" stroke="${ink.stone}" stroke-width="2.500"/>`); break
    case 'farm': furrows(9, 0.8, 0.25); lane(); hedge(120, 38, 226, 38); out.push(house(60, 62, 0, 40, 16), house(88, 70, 90, 24, 14), house(196, 132, 12, 26, 15)); break
    case 'complex': case 'interior': out.push(house(118, 66, 0, 190, 46), house(118, 160, 0, 190, 46)); break
    case 'separate': case 'compound': if (ground === 'compound') walls(); for (const [x, y] of [[62, 74], [172, 70], [66, 160], [176, 156]] as const) out.push(house(x, y, Math.round((next() - 0.5) * 10), 46, 28)); break
    case 'staging': lane(); hedge(6, 34, 228, 32); break
    case 'down': out.push(`<rect width="${w}" height="${h}" fill="${PAPER}" opacity=".001"/>`); furrows(14, 1, 0.22); break
    default: furrows(9, 0.8, 0.28); hedge(6, 34, 228, 31)
  }
  return out.join('')
}

/** Where the middle of a card lies, from its column and row. */
export const middleOf = ([column, row]: readonly [number, number]): [number, number] => [column * (CARD_WIDTH + GAP[0]) + CARD_WIDTH / 2, row * (CARD_HEIGHT + GAP[1]) + CARD_HEIGHT / 2]

/** Those who stand together on a card: under one cover marker, or outside any. */
export interface Cluster { count: number; tray: boolean }
/** What the frame of a cover marker takes, across and down. */
const TRAY: readonly [number, number] = [11, 14]

/** How big units are drawn on a card that holds these clusters, and how many stand side by side; the room is what is left below the plate. */
export function packing(clusters: readonly Cluster[], room: readonly [number, number] = [CARD_WIDTH - 16, CARD_HEIGHT - PLATE - 14]): { size: number; across: number } {
  for (let size = 1; size > 0.42; size -= 0.04) {
    const across = Math.max(1, Math.floor((room[0] + 2) / (UNIT[0] * size + 2)))
    if (heightOf(clusters, size, room[0]) <= room[1]) return { size: Math.round(size * 100) / 100, across }
  }
  return { size: 0.42, across: Math.max(1, Math.floor((room[0] + 2) / (UNIT[0] * 0.42 + 2))) }
}

/** Clusters stand side by side as long as there is room, then below. */
export function heightOf(clusters: readonly Cluster[], size: number, width: number): number {
  const [w, h] = [UNIT[0] * size + 2, UNIT[1] * size + 3]
  let [x, y, shelf] = [0, 0, 0]
  for (const { count, tray } of clusters) {
    const [edge, lip] = tray ? TRAY : [0, 0]
    const columns = Math.max(1, Math.min(Math.max(1, count), Math.floor((width - edge + 2) / w)))
    const [wide, high] = [count ? columns * w + edge : 42, count ? Math.ceil(count / columns) * h + lip : 34]
    if (x && x + wide > width + 2) [x, y, shelf] = [0, y + shelf + 4, 0]
    x += wide
    shelf = Math.max(shelf, high)
  }
  return y + shelf
}

/** A direction of fire: a tapering arrow over the gap between two cards, a little beside their middles so that fire both ways shows. */
export function fireArrow(from: readonly [number, number], to: readonly [number, number], aside: number): { x: number; y: number; turn: number; length: number } {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const far = Math.hypot(dx, dy) || 1
  const [nx, ny] = [(-dy / far) * aside, (dx / far) * aside]
  const reach = Math.min(0.3, 70 / far)
  const [x, y] = [from[0] + dx * (0.5 - reach / 2) + nx, from[1] + dy * (0.5 - reach / 2) + ny]
  const length = Math.max(56, Math.min(150, far * (0.5 + reach / 2) - far * (0.5 - reach / 2) + 26))
  return { x, y, turn: (Math.atan2(dy, dx) * 180) / Math.PI, length }
}

/** An eight-pointed star of radius 20. */
export const BURST = Array.from({ length: 16 }, (_, i) => `${f((i % 2 ? 14.5 : 20) * Math.cos((i * Math.PI) / 8))},${f((i % 2 ? 14.5 : 20) * Math.sin((i * Math.PI) / 8))}`).join(' ')
