/**
 * Inter, the font of receipts. Its subsets are registered under names of their own; listed together, each letter
 * comes from the subset that has it (Ө ө Ү ү from Cyrillic Extended, ₮ from Latin Extended).
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { canvas } from '../../base/canvas.ts'

const SUBSETS = ['latin', 'cyrillic', 'cyrillic-ext', 'latin-ext'] as const
type Subset = (typeof SUBSETS)[number]

const familyOf = (subset: Subset): string => `Receipt Inter ${subset}`

/** The font family for CSS and for the `font` of a canvas. */
export const INTER = SUBSETS.map((subset) => `"${familyOf(subset)}"`).join(', ')

/** Registers Inter with the canvas, once a process. Throws where the fonts are not installed. */
export function registerInter(): void {
  for (const subset of SUBSETS) {
    if (!canvas().GlobalFonts.has(familyOf(subset))) registerSubset(subset)
  }
}

/** The subsets as WOFF2, under the names in `INTER`. Throws where they are not installed. */
export const interFiles = (): readonly { readonly family: string; readonly woff2: Buffer }[] =>
  SUBSETS.map((subset) => ({ family: familyOf(subset), woff2: readSubset(subset) }))

function registerSubset(subset: Subset): void {
  if (canvas().GlobalFonts.register(readSubset(subset), familyOf(subset)) === null)
    throw new Error(`not a font: ${subset}`)
}

/** Read here, because the canvas library cannot read a packaged app's archive. */
const readSubset = (subset: Subset): Buffer =>
  readFileSync(
    createRequire(import.meta.url).resolve(
      `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`,
    ),
  )
