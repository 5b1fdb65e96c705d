/**
 * What the customer display is told: what it shows, and no more. It can ask for nothing. Every key is listed here and the
 * schema is strict, so that whatever a sale comes to know later stays off a screen that faces the shop.
 */
import { z } from 'zod'
import { SETTINGS } from '../settings.ts'
import { moneySchema, quantitySchema, type Wire } from '../wire.ts'

const lineSchema = z.strictObject({
  name: z.string(),
  quantity: quantitySchema,
  unit: z.string(),
  unitPrice: moneySchema,
  /** Taken off this line, and what it comes to then. */
  off: moneySchema,
  amount: moneySchema,
})
export type DisplayLine = Wire<typeof lineSchema>

/** What is taken off the whole sale, what it comes to then, what came in of it, and what is still to come. */
const sumsSchema = z.strictObject({
  off: moneySchema,
  total: moneySchema,
  paid: moneySchema,
  missing: moneySchema,
})
export type DisplaySums = Wire<typeof sumsSchema>

const sceneSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('idle') }),
  z.strictObject({ name: z.literal('goods'), lines: z.array(lineSchema), sums: sumsSchema }),
  /** The QR is on its way. `delayed`: something is in the way, and it comes by itself once that is gone. */
  z.strictObject({ name: z.literal('making'), delayed: z.boolean(), sums: sumsSchema }),
  z.strictObject({
    name: z.literal('qr'),
    qrText: z.string(),
    /** In the language of the display. */
    banks: z.array(z.string()),
    sums: sumsSchema,
  }),
  /** Nobody may pay now; what it comes to is not known yet. */
  z.strictObject({ name: z.literal('cancelling') }),
  /** `cashBack` is what the payer gets back over the counter. */
  z.strictObject({ name: z.literal('cancelled'), cashBack: moneySchema }),
  /** Money came when nobody waited for it any more: a person decides. */
  z.strictObject({ name: z.literal('late') }),
  z.strictObject({
    name: z.literal('paid'),
    total: moneySchema,
    change: moneySchema,
    /** `ask`: the paper does not come by itself. Why is not the payer's to read. `none`: all goods came back before it. */
    receipt: z.enum(['coming', 'printed', 'ask', 'none']),
  }),
])
export type DisplayScene = Wire<typeof sceneSchema>

export const displayViewSchema = z.strictObject({
  language: SETTINGS.language.schema,
  practice: z.boolean(),
  shop: z.string(),
  /** As on the paper, as a data URL. */
  logo: z.nullable(z.string().startsWith('data:image/png;base64,')),
  scene: sceneSchema,
})
export type DisplayView = Wire<typeof displayViewSchema>

/** What the display's page finds as `window.posDisplay`: the news, and nothing to call. */
export type DisplayBridge = {
  /** Calls back with every new view; the answer ends it. */
  readonly onView: (listener: (view: DisplayView) => void) => () => void
}
