import { CommandRefused } from '../../shared/failure.ts'
import type { AnswerOf, ParsedRequestOf } from '../../shared/ipc/index.ts'
import { ONE, parseQuantity } from '../../shared/quantity.ts'
import type { CommandContext } from './command-context.ts'

/**
 * Rings up what a code stands for: a product, or so much of one as a scale's label says. The detail of PRODUCT_UNKNOWN is
 * the code that nothing has.
 */
export function ringUp(
  context: CommandContext,
  { code, quantity }: ParsedRequestOf<'addProduct'>,
): AnswerOf<'addProduct'> {
  const scanned = context.goods.ringUp(code, context.settings.read().weighedCodes)
  if (scanned.product === null) throw new CommandRefused('PRODUCT_UNKNOWN', scanned.missing)
  const { add } = context.shop().counter
  const { product, quantity: labelled } = scanned
  if (labelled === null) return add(product, quantity)
  const many = labels(quantity)
  for (let label = 1; label < many; label += 1) add(product, labelled)
  return add(product, labelled)
}

const MOST_LABELS = 100

/** "3*" before a label is three such labels. */
function labels(typed: string | undefined): number {
  const many = typed === undefined ? ONE : parseQuantity(typed)
  if (many === null || many % ONE !== 0 || many > MOST_LABELS * ONE)
    throw new CommandRefused('QUANTITY_INVALID')
  return many / ONE
}
