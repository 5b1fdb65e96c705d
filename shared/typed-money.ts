import { type Money, parseMoney } from './money.ts'

/** Reads money as people type it: "2500", "2,500", "2 500.50 ₮". Null for other text and negative amounts. */
export function typedMoney(text: string): Money | null {
  const bare = text.trim().replace(/\s*₮$/, '')
  const plain = /^\d{1,3}([ ,]\d{3})+(\.\d+)?$/.test(bare) ? bare.replace(/[ ,]/g, '') : bare
  const amount = parseMoney(plain)
  return amount !== null && amount >= 0 ? amount : null
}
