/**
 * What the customer display is told: what it shows, and no more. It can ask for nothing. Every key is listed here and the
 * schema is strict, so that whatever a sale comes to know later stays off a screen that faces the shop.
 */
import { z } from 'zod'
import type { Money } from '../money.ts'
import type { Quantity } from '../quantity.ts'
import { type Language, SETTINGS } from '../settings.ts'

export type DisplayLine = {
  readonly name: string
  readonly quantity: Quantity
  readonly unit: string
  readonly unitPrice: Money
  /** Taken off this line, and what it comes to then. */
  readonly off: Money
  readonly amount: Money
}

/** What is taken off the whole sale, what it comes to then, what came in of it, and what is still to come. */
export type DisplaySums = {
  readonly off: Money
  readonly total: Money
  readonly paid: Money
  readonly missing: Money
}

export type DisplayScene =
  | { readonly name: 'idle' }
  | { readonly name: 'goods'; readonly lines: readonly DisplayLine[]; readonly sums: DisplaySums }
  /** The QR is on its way. `delayed`: something is in the way, and it comes by itself once that is gone. */
  | { readonly name: 'making'; readonly delayed: boolean; readonly sums: DisplaySums }
  /** `banks` in the language of the display. */
  | {
      readonly name: 'qr'
      readonly qrText: string
      readonly banks: readonly string[]
      readonly sums: DisplaySums
    }
  /** Nobody may pay now; what it comes to is not known yet. */
  | { readonly name: 'cancelling' }
  /** `cashBack` is what the payer gets back over the counter. */
  | { readonly name: 'cancelled'; readonly cashBack: Money }
  /** Money came when nobody waited for it any more: a person decides. */
  | { readonly name: 'late' }
  | {
      readonly name: 'paid'
      readonly total: Money
      readonly change: Money
      /** `ask`: the paper does not come by itself. Why is not the payer's to read. `none`: all goods came back before it. */
      readonly receipt: 'coming' | 'printed' | 'ask' | 'none'
    }

export type DisplayView = {
  readonly language: Language
  readonly practice: boolean
  readonly shop: string
  /** As on the paper, as a data URL. */
  readonly logo: string | null
  readonly scene: DisplayScene
}

/** What the display's page finds as `window.posDisplay`: the news, and nothing to call. */
export type DisplayBridge = {
  /** Calls back with every new view; the answer ends it. */
  readonly onView: (listener: (view: DisplayView) => void) => () => void
}

const amount = z.int()
const sums = z.strictObject({ off: amount, total: amount, paid: amount, missing: amount.nonnegative() })

const line = z.strictObject({
  name: z.string(),
  quantity: z.int(),
  unit: z.string(),
  unitPrice: amount,
  off: amount,
  amount,
})

const scene = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('idle') }),
  z.strictObject({ name: z.literal('goods'), lines: z.array(line), sums }),
  z.strictObject({ name: z.literal('making'), delayed: z.boolean(), sums }),
  z.strictObject({ name: z.literal('qr'), qrText: z.string(), banks: z.array(z.string()), sums }),
  z.strictObject({ name: z.literal('cancelling') }),
  z.strictObject({ name: z.literal('cancelled'), cashBack: amount }),
  z.strictObject({ name: z.literal('late') }),
  z.strictObject({
    name: z.literal('paid'),
    total: amount,
    change: amount,
    receipt: z.enum(['coming', 'printed', 'ask', 'none']),
  }),
])

export const displayViewSchema = z.strictObject({
  language: SETTINGS.language.schema,
  practice: z.boolean(),
  shop: z.string(),
  logo: z.string().startsWith('data:image/png;base64,').nullable(),
  scene,
}) as unknown as z.ZodType<DisplayView>
