/** What a game answers to questions that change nothing: overlays of the map, and the chances of a fight. */
import type { Modifier, Params } from '../api/types'

/** The share of something that is certain. */
export const WHOLE = 10_000

export interface Overlay {
  places: Record<string, number | string>
  lines?: [string, string][]
  sources?: string[]
  rule?: string
}
export interface Phrase { key: string; params?: Params }
export interface Figure { total: string; modifiers?: Modifier[] }
export interface Chance { key: string; params?: Params; share: number; tone?: 'good' | 'bad' | 'even' }
export interface WhatIf { key: string; words?: Params; params: Record<string, unknown>; active?: boolean }
export interface Odds {
  title: Phrase
  attack: Figure
  defence: Figure
  columns?: string[]
  column?: string
  shifts?: Modifier[]
  outcomes?: Chance[]
  notes?: Phrase[]
  options?: WhatIf[]
  error?: number
}

export const OVERLAYS = ['zoc', 'supply', 'reach', 'threat', 'control'] as const
export type OverlayName = (typeof OVERLAYS)[number]

/** An id as the games write it: whole numbers are numbers. */
export const plainId = (id: string | number): string | number => (typeof id === 'string' && /^(0|[1-9]\d*)$/.test(id) ? Number(id) : id)
