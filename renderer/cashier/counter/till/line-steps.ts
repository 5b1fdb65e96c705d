import { call } from '../../page/index.ts'
import type { Refused, Step } from './use-saving.ts'

export type TypedLine = {
  readonly quantity: string
  readonly price: string
  readonly discount: string
  readonly note: string
}
export type LineField = keyof TypedLine

/** The commands that change the line to the typed values, or remove it. Quantity and price are one command. */
export function lineSteps(
  saleId: string,
  lineId: string,
  had: TypedLine,
  typed: TypedLine,
): readonly Step<TypedLine>[] {
  const changed = (field: LineField) => typed[field].trim() !== had[field]
  if (changed('quantity') && isZero(typed.quantity))
    return [{ field: 'quantity', keeps: typed, save: () => call('removeLine', { saleId, lineId }) }]
  const steps: Step<TypedLine>[] = []
  if (changed('quantity') || changed('price')) {
    const changes = {
      ...(changed('quantity') ? { quantity: typed.quantity.trim() } : {}),
      ...(changed('price') ? { price: typed.price.trim() } : {}),
    }
    // The only place that sends a price override, so its approval belongs to this call.
    const save = () => call('changeLine', { saleId, lineId, ...changes })
    steps.push({ field: 'quantity', keeps: changes, save })
  }
  if (changed('discount')) {
    const discount = typed.discount.trim()
    const save = () => call('discountLine', { saleId, lineId, discount })
    steps.push({ field: 'discount', keeps: { discount }, save })
  }
  if (changed('note')) {
    const note = typed.note.trim()
    steps.push({ field: 'note', keeps: { note }, save: () => call('noteLine', { saleId, lineId, note }) })
  }
  return steps
}

/** A quantity of zero removes the line. */
export const isZero = (quantity: string): boolean => /^0+([.,]0*)?$/.test(quantity.trim())

/** The field that a refusal is about; for an amount, the field that was changed. Null if it is about none. */
export function fieldOf(refused: Refused<TypedLine>, priceChanged: boolean): LineField | null {
  switch (refused?.failure.name) {
    case 'QUANTITY_INVALID':
    case 'QUANTITY_NOT_WHOLE':
    case 'QUANTITY_UNCONFIRMED':
      return 'quantity'
    case 'AMOUNT_INVALID':
      return 'price'
    case 'AMOUNT_ZERO':
    case 'AMOUNT_TOO_LARGE':
      return priceChanged ? 'price' : 'quantity'
    case 'DISCOUNT_INVALID':
    case 'DISCOUNT_TOO_LARGE':
      return 'discount'
    default:
      return null
  }
}
