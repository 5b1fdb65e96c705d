import type { Language } from '../../../shared/shop/settings.ts'
import type { TextSize, Theme } from '../../../shared/shop/theme.ts'

export type Look = {
  /** Part of the name of the picture's file. */
  readonly name: string
  readonly language: Language
  readonly theme: Theme
  readonly textSize: TextSize
  readonly width: number
  readonly height: number
}

const USUAL = { language: 'mn', theme: 'light', textSize: 100, width: 1366, height: 768 } as const

/** Each look changes one setting. English is also shown at 200 %, because its words have other lengths. */
export const LOOKS: readonly Look[] = [
  { ...USUAL, name: 'mn' },
  { ...USUAL, name: 'mn-small', width: 1024 },
  { ...USUAL, name: 'mn-large', width: 1920, height: 1080 },
  { ...USUAL, name: 'en', language: 'en' },
  { ...USUAL, name: 'mn-dark', theme: 'dark' },
  { ...USUAL, name: 'mn-contrast', theme: 'contrast' },
  { ...USUAL, name: 'mn-200', textSize: 200 },
  { ...USUAL, name: 'en-200', language: 'en', textSize: 200 },
]
