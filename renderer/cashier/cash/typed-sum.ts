import { typedMoney } from '../../../shared/typed-money.ts'

export const bareOf = (text: string): string => text.replace(/[ ,]/g, '')

/** Thousands apart while it is typed; what is no number stays as it is and is refused in words. */
export function grouped(text: string): string {
  const bare = bareOf(text)
  return /^\d{1,12}$/.test(bare) ? bare.replace(/\B(?=(\d{3})+$)/g, ',') : text
}

/** A note more, in whole tugriks; what is no sum counts for nothing. */
export const withNote = (text: string, note: number): string =>
  grouped(String(Math.trunc((typedMoney(text) ?? 0) / 100) + note))
