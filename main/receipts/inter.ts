/**
 * Inter, as the receipts' letters. It comes in subsets, each registered under a name of its own: drawn with all of
 * them in one list, every letter is found in the subset that has it (Ө ө Ү ү in Cyrillic Extended, ₮ in Latin
 * Extended).
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

const SUBSETS = ['latin', 'cyrillic', 'cyrillic-ext', 'latin-ext'] as const
type Subset = (typeof SUBSETS)[number]

const familyOf = (subset: Subset): string => `Receipt Inter ${subset}`

/** For a canvas' `font`, after the size, and for CSS. */
export const INTER = SUBSETS.map((subset) => `"${familyOf(subset)}"`).join(', ')

/** Makes Inter known to the canvas, once a process. Throws where the fonts are not installed. */
export function registerInter(): void {
  for (const subset of SUBSETS) {
    if (!GlobalFonts.has(familyOf(subset))) registerSubset(subset)
  }
}

/** The subsets as WOFF2, under the names that `INTER` lists. Throws where they are not installed. */
export const interFiles = (): readonly { readonly family: string; readonly woff2: Buffer }[] =>
  SUBSETS.map((subset) => ({ family: familyOf(subset), woff2: readSubset(subset) }))

function registerSubset(subset: Subset): void {
  if (GlobalFonts.register(readSubset(subset), familyOf(subset)) === null)
    throw new Error(`not a font: ${subset}`)
}

/** Read by us and not by the canvas' own code, which cannot see into a packaged app's archive. */
const readSubset = (subset: Subset): Buffer =>
  readFileSync(
    createRequire(import.meta.url).resolve(
      `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`,
    ),
  )
