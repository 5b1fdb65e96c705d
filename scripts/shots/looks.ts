import type { Language } from '../../shared/settings.ts'
import type { TextSize, Theme } from '../../shared/theme.ts'

export type Look = {
  /** Part of the picture's file name. */
  readonly name: string
  readonly language: Language
  readonly theme: Theme
  readonly textSize: TextSize
  readonly width: number
  readonly height: number
}

const USUAL = { language: 'mn', theme: 'light', textSize: 100, width: 1366, height: 768 } as const

/** One thing is changed at a time. */
const LOOKS: readonly Look[] = [
  { ...USUAL, name: 'mn' },
  { ...USUAL, name: 'mn-small', width: 1024 },
  { ...USUAL, name: 'mn-large', width: 1920, height: 1080 },
  { ...USUAL, name: 'en', language: 'en' },
  { ...USUAL, name: 'mn-dark', theme: 'dark' },
  { ...USUAL, name: 'mn-contrast', theme: 'contrast' },
  { ...USUAL, name: 'mn-200', textSize: 200 },
]

/** What a shop sees all day, and first. */
const MAIN_VIEWS: ReadonlySet<string> = new Set([
  'first-run-welcome',
  'till-goods',
  'line-editor',
  'cash',
  'paying',
  'paid',
  'paid-late',
  'history',
  'goods',
  'settings',
  'display-qr',
])

/** Papers are in Mongolian alone. */
const PAPERS: ReadonlySet<string> = new Set(['shift-z-paper'])

/** The repository holds every view in both languages, and the main ones in every look; `--every` is for looking. */
export function looksOf(view: string, every: boolean): readonly Look[] {
  if (PAPERS.has(view)) return LOOKS.filter(({ name }) => name === 'mn')
  return every || MAIN_VIEWS.has(view) ? LOOKS : LOOKS.filter(({ name }) => name === 'mn' || name === 'en')
}
