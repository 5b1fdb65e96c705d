import { CommandRefused } from '../../shared/failure.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import type { WantedBack } from '../sales/index.ts'

type Typed = readonly { readonly lineId: string; readonly quantity: string }[] | null

/** Quantities as they were typed; null is all that is left of the sale. */
export const wantedBack = (lines: Typed): WantedBack =>
  lines === null
    ? null
    : lines.map(({ lineId, quantity: typed }) => {
        const quantity = parseQuantity(typed)
        if (quantity === null) throw new CommandRefused('QUANTITY_INVALID')
        return { lineId, quantity }
      })
