import { TEXTS } from '../../../shared/texts/index.ts'

/** The bank's Mongolian name, for paper; its code where the bank is not in the list; null where no code is known. */
export function bankName(code: string | null): string | null {
  if (code === null) return null
  const key = `bank.${code}`
  return /^\d{6}$/.test(code) && Object.hasOwn(TEXTS.mn, key) ? TEXTS.mn[key as keyof typeof TEXTS.mn] : code
}
