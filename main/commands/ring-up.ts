import { CommandRefused } from '../../shared/failure.ts'
import type { AnswerOf, ParsedRequestOf } from '../../shared/ipc/index.ts'
import { formatQuantity, LARGEST_QUANTITY, parseQuantity, quantity } from '../../shared/quantity.ts'
import type { Desk } from './desk.ts'

/**
 * Rings up what a code stands for: a product, or so much of one as a scale's label says. The detail of PRODUCT_UNKNOWN is
 * the code that nothing has.
 */
export function ringUp(
  desk: Desk,
  { code, quantity }: ParsedRequestOf<'addProduct'>,
): AnswerOf<'addProduct'> {
  const scanned = desk.goods.ringUp(code, desk.settings.read().weighedCodes)
  if (scanned.product === null) throw new CommandRefused('PRODUCT_UNKNOWN', scanned.missing)
  const amount = scanned.quantity === null ? quantity : times(scanned.quantity, quantity)
  return desk.shop().counter.add(scanned.product, amount)
}

/** "3*" before a label is three such labels. */
function times(labelled: string, typed: string | undefined): string {
  if (typed === undefined) return labelled
  const one = parseQuantity(labelled)
  const many = parseQuantity(typed)
  if (one === null || many === null) throw new CommandRefused('QUANTITY_INVALID')
  const thousandths = Math.round((one * many) / 1000)
  if (thousandths > LARGEST_QUANTITY) throw new CommandRefused('QUANTITY_INVALID')
  return formatQuantity(quantity(thousandths))
}
