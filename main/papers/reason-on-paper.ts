import { USUAL_REASONS } from '../../shared/return.ts'
import { TEXTS } from '../../shared/texts/index.ts'

/** Papers are in Mongolian: a standard reason chosen on an English screen is printed in Mongolian. A typed reason is printed as it is. */
export function reasonOnPaper(reason: string): string {
  const usual = USUAL_REASONS.find((one) =>
    Object.values(TEXTS).some((texts) => texts[`return.reason.${one}`] === reason),
  )
  return usual === undefined ? reason : TEXTS.mn[`return.reason.${usual}`]
}
