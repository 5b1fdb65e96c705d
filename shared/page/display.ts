/**
 * The view of the customer display. It holds only what the display shows, and the display can call nothing. The schema
 * is strict and lists every key, so that a new field of a sale never reaches a screen that customers see.
 */
import { z } from 'zod'
import { moneySchema, quantitySchema } from '../money/schemas.ts'
import { SETTINGS } from '../shop/settings.ts'
import { countSchema, type Wire } from '../wire.ts'

const lineSchema = z.strictObject({
  name: z.string(),
  quantity: quantitySchema,
  unit: z.string(),
  unitPrice: moneySchema,
  /** The discount of this line, and the line's amount after it. */
  off: moneySchema,
  amount: moneySchema,
})
export type DisplayLine = Wire<typeof lineSchema>

/** The sale's discount, the total after it, the payments so far, the missing amount, and what cash would pay of it. */
const sumsSchema = z.strictObject({
  off: moneySchema,
  total: moneySchema,
  paid: moneySchema,
  missing: moneySchema,
  inCash: moneySchema,
})
export type DisplaySums = Wire<typeof sumsSchema>

const sceneSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('idle') }),
  z.strictObject({ name: z.literal('goods'), lines: z.array(lineSchema), sums: sumsSchema }),
  /** The QR is requested. `delayed`: a failure delays the request, and the till retries by itself. */
  z.strictObject({ name: z.literal('making'), delayed: z.boolean(), sums: sumsSchema }),
  z.strictObject({
    name: z.literal('qr'),
    qrText: z.string(),
    /** In the language of the display. */
    banks: z.array(z.string()),
    /** Which QR of several this is, from 1, and the sum of the later ones; null where one is enough. */
    place: z.nullable(z.strictObject({ place: countSchema, count: countSchema, later: moneySchema })),
    sums: sumsSchema,
  }),
  /** The outcome of the cancellation is not known yet; nobody may pay. */
  z.strictObject({ name: z.literal('cancelling') }),
  /**
   * `cancelled`: the service has cancelled the QR. `ended`: the sale is over, and the QR can still be paid, or nobody
   * knows yet. `cashBack`: the cash that the cashier gives back.
   */
  z.strictObject({ name: z.enum(['cancelled', 'ended']), cashBack: moneySchema }),
  /** A late payment: a person decides about it. */
  z.strictObject({ name: z.literal('late') }),
  z.strictObject({
    name: z.literal('paid'),
    total: moneySchema,
    /** What was paid above the total, or below it where it is negative, because cash is rounded. */
    rounding: moneySchema,
    change: moneySchema,
    /**
     * `ask`: the receipt needs the cashier; the display does not tell why. `none`: all goods came back before it was
     * printed.
     */
    receipt: z.enum(['coming', 'printed', 'ask', 'none']),
    /** The receipt as text for the customer's phone; null where there is none. */
    copy: z.nullable(z.string()),
  }),
])
export type DisplayScene = Wire<typeof sceneSchema>

export const displayViewSchema = z.strictObject({
  language: SETTINGS.language.schema,
  testMode: z.boolean(),
  shop: z.string(),
  /** The receipt's logo as a data URL. */
  logo: z.nullable(z.string().startsWith('data:image/png;base64,')),
  scene: sceneSchema,
})
export type DisplayView = Wire<typeof displayViewSchema>

/** The API of the display's page, `window.posDisplay`: views only, no commands. */
export type DisplayBridge = {
  /** Calls the listener with every new view; returns a function that stops this. */
  readonly onView: (listener: (view: DisplayView) => void) => () => void
}
