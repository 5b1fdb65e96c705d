import { USUAL_REASONS } from '../../shared/return.ts'
import { TEXTS } from '../../shared/texts/index.ts'

/** Papers are Mongolian: a usual reason that was chosen on an English screen is printed as its Mongolian one; what was typed stays. */
export function reasonOnPaper(reason: string): string {
  const usual = USUAL_REASONS.find((one) =>
    Object.values(TEXTS).some((texts) => texts[`return.reason.${one}`] === reason),
  )
  return usual === undefined ? reason : TEXTS.mn[`return.reason.${usual}`]
}
