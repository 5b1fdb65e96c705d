/**
 * Inter, as the receipts' letters. It comes in subsets, each registered under a name of its own: drawn with all of
 * them in one list, every letter is found in the subset that has it (Ө ө Ү ү in Cyrillic Extended, ₮ in Latin
 * Extended).
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

const SUBSETS = ['latin', 'cyrillic', 'cyrillic-ext', 'latin-ext'] as const

const familyOf = (subset: string): string => `Receipt Inter ${subset}`

/** For a canvas' `font`, after the size. */
export const INTER = SUBSETS.map((subset) => `"${familyOf(subset)}"`).join(', ')

/** Makes Inter known to the canvas, once a process. Throws where the fonts are not installed. */
export function registerInter(): void {
  for (const subset of SUBSETS) {
    if (!GlobalFonts.has(familyOf(subset))) registerSubset(subset)
  }
}

/** Read by us and not by the canvas' own code, which cannot see into a packaged app's archive. */
function registerSubset(subset: string): void {
  const file = `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`
  const font = readFileSync(createRequire(import.meta.url).resolve(file))
  if (GlobalFonts.register(font, familyOf(subset)) === null) throw new Error(`not a font: ${file}`)
}
