import { TEXTS } from '../../shared/texts/index.ts'

/** The bank's name as paper has it, in Mongolian; its code where it is not in the list, null where no code was told. */
export function bankName(code: string | null): string | null {
  if (code === null) return null
  const key = `bank.${code}`
  return /^\d{6}$/.test(code) && Object.hasOwn(TEXTS.mn, key) ? TEXTS.mn[key as keyof typeof TEXTS.mn] : code
}
