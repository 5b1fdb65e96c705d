import { type Money, parseMoney } from './money.ts'

/**
 * Reads money as people type it: "2500", "2,500", "2 500.50 ₮". Null for other text and negative amounts, and for
 * "1.500", in which the point may stand between thousands.
 */
export function typedMoney(text: string): Money | null {
  const bare = text.trim().replace(/\s*₮$/, '')
  const plain = /^\d{1,3}([ ,]\d{3})+(\.\d+)?$/.test(bare) ? bare.replace(/[ ,]/g, '') : bare
  const amount = /\.\d{3,}$/.test(plain) ? null : parseMoney(plain)
  return amount !== null && amount >= 0 ? amount : null
}
