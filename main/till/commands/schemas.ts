/** Schemas that the requests of several commands share. */
import { z } from 'zod'
import { TENDER_KINDS } from '../../../shared/sale/sale.ts'
import { idSchema } from '../../../shared/wire.ts'

export { countSchema as count, idSchema as id } from '../../../shared/wire.ts'

export const aSale = z.strictObject({ saleId: idSchema })
/** Text that a person typed. Any letters fit, so that the handler can refuse with a named error. */
export const typed = z.string().max(500)
/** Never logged and never stored. */
export const typedPin = z.string().max(40)
export const hundredths = z.int()
export const day = z.iso.date()
export const tableFormat = z.enum(['csv', 'xlsx'])
/** A PNG or JPEG in base64; null removes it. */
export const picture = z.base64().max(3_000_000).nullable()

/** The path of the file that a command wrote. */
export const writtenFile = z.strictObject({ path: z.string() })

/** A tender at the counter, as typed. An empty amount is exactly the amount due. */
export const typedTender = {
  kind: z.enum(TENDER_KINDS).default('cash'),
  received: typed,
  /** Last digits of the card, or the text of the transfer. */
  reference: typed.default(''),
}
