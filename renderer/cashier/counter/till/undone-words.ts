import { formatMoney } from '../../../../shared/money/money.ts'
import { formatQuantity } from '../../../../shared/money/quantity.ts'
import { countOf, nameOf, type Sale, type SaleLine } from '../../../../shared/sale/sale.ts'
import type { Say } from '../../page/index.ts'
import { typedDiscount } from '../../parts/discount-words.ts'

/** The effect of an undo in words, for a screen reader: the difference between the two sales. */
export function undoneWords(say: Say, before: Sale, after: Sale): string {
  const had = new Map(before.lines.map((line) => [line.id, line]))
  const has = new Set(after.lines.map(({ id }) => id))
  const gone = before.lines
    .filter(({ id }) => !has.has(id))
    .map((line) => say('undo.removed', { name: nameOf(line) }))
  const lines = after.lines.flatMap((line) => {
    const was = had.get(line.id)
    return was ? lineWords(say, was, line) : [say('undo.back', { name: nameOf(line) })]
  })
  return [...gone, ...lines, ...saleWords(say, before, after)].join(' ')
}

function lineWords(say: Say, was: SaleLine, is: SaleLine): string[] {
  const name = nameOf(is)
  const words: string[] = []
  if (was.quantity !== is.quantity)
    words.push(say('undo.quantity', { name, quantity: formatQuantity(countOf(is)) }))
  if (was.unitPrice !== is.unitPrice)
    words.push(say('undo.price', { name, price: formatMoney(is.unitPrice) }))
  const discount = typedDiscount(is.discount)
  if (typedDiscount(was.discount) !== discount) words.push(discountWords(say, name, discount))
  if (was.note !== is.note) words.push(say('undo.note', { name }))
  return words
}

function saleWords(say: Say, before: Sale, after: Sale): string[] {
  const name = say('undo.sale')
  const words: string[] = []
  const discount = typedDiscount(after.discount)
  if (typedDiscount(before.discount) !== discount) words.push(discountWords(say, name, discount))
  if (before.note !== after.note) words.push(say('undo.note', { name }))
  if (JSON.stringify(before.receiver) !== JSON.stringify(after.receiver)) words.push(say('undo.receiver'))
  return words
}

const discountWords = (say: Say, name: string, discount: string): string =>
  discount === '' ? say('undo.discount.none', { name }) : say('undo.discount', { name, discount })
