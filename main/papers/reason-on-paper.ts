import { USUAL_REASONS } from '../../shared/return.ts'
import { TEXTS } from '../../shared/texts/index.ts'

/** Papers are in Mongolian: translates a standard reason chosen on an English screen. A typed reason stays. */
export function reasonOnPaper(reason: string): string {
  const usual = USUAL_REASONS.find((one) =>
    Object.values(TEXTS).some((texts) => texts[`return.reason.${one}`] === reason),
  )
  return usual === undefined ? reason : TEXTS.mn[`return.reason.${usual}`]
}
