import type { Sale, SaleLine } from '../../../../shared/sale/sale.ts'
import type { LitStore } from './use-adding.ts'

/** The line that the keys act on: the one that was chosen or added to last, else the last of the cart. */
export function currentLine({ lines }: Pick<Sale, 'lines'>, lit: LitStore): SaleLine | null {
  const lineId = lit.getState()?.lineId
  return lines.find(({ id }) => id === lineId) ?? lines.at(-1) ?? null
}
