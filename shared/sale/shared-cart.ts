/**
 * Parked carts that any till of the shop continues (docs/many-tills.md#carts-at-another-till): what a till tells the others
 * of its cart, and what it records when another one continues it. Pure.
 */
import { z } from 'zod'
import { cashierSchema } from '../shop/staff.ts'
import { idSchema, timeSchema, type Wire } from '../wire.ts'
import { canBeTyped, isShort } from './of-other-till.ts'
import { type MovedTo, movedToSchema, type Sale, type SaleEvent, saleSchema } from './sale.ts'
import { isSaleNumber } from './sale-number.ts'
import { statusOf } from './status.ts'

/** What was answered about age and banned goods, with who answered. */
const answerSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('age-confirmed'), age: z.int(), by: z.nullable(cashierSchema) }),
  z.strictObject({
    kind: z.literal('bans-lifted'),
    categories: z.array(z.string()),
    by: z.nullable(cashierSchema),
  }),
])

const sharedCartSchema = saleSchema
  .pick({
    sequence: true,
    senderInvoiceNo: true,
    lines: true,
    discount: true,
    approved: true,
    note: true,
    receiver: true,
  })
  .extend({
    /** The terminal code of the till that parked it. */
    till: z.string(),
    label: z.string(),
    parkedAt: timeSchema,
    answers: z.array(answerSchema),
  })
export type SharedCart = Wire<typeof sharedCartSchema>

const takenSchema = z.strictObject({ movedTo: movedToSchema })

const cartOfOtherTill = sharedCartSchema.refine(
  ({ till, label, senderInvoiceNo, ...cart }) =>
    canBeTyped(cart) && /^[A-Z0-9]{1,6}$/.test(till) && isShort(label) && isSaleNumber(senderInvoiceNo),
)

/** What the claim on the cart of this sale says: the cart, or who continues it, or nothing. */
export function cartInClaim({ key, body }: { readonly key: string; readonly body: object }) {
  const isSale = idSchema.safeParse(key).success
  const cart: SharedCart | null = (isSale && cartOfOtherTill.safeParse(body).data) || null
  const movedTo: MovedTo | null = takenSchema.safeParse(body).data?.movedTo ?? null
  const isEmpty = Object.keys(body).length === 0
  /** False for what a later version of the program wrote. It must not be overwritten. */
  return { cart, movedTo, isRead: isEmpty || cart !== null || movedTo !== null }
}

/**
 * The server accepts at most 1,000,000 bytes for a claim. It stores JSON with a space after each comma and colon, which at
 * most doubles its size.
 */
const MOST_BYTES = 500_000

/** Whether the cart is small enough for the server. */
export const fitsInClaim = (cart: SharedCart): boolean =>
  Buffer.byteLength(JSON.stringify(cart)) <= MOST_BYTES

type Parked = Sale & { readonly parked: NonNullable<Sale['parked']> }

/** Whether nothing but the goods is in the sale: no invoice was requested, and no money was taken for it. */
export const isBareCart = (sale: Sale): boolean =>
  ['open', 'parked'].includes(statusOf(sale).name) &&
  sale.origin === undefined &&
  sale.invoices.length + sale.payments.length + sale.tenders.length === 0

/**
 * Whether other tills may continue the cart. The other part of a split cart follows by itself at the counter, until a
 * person parks it.
 */
export const isShared = (sale: Sale): sale is Parked =>
  sale.parked !== null &&
  isBareCart(sale) &&
  !sale.held &&
  sale.movedTo === undefined &&
  (sale.continues === null || sale.parked.at !== sale.openedAt)

export function sharedCart(sale: Parked, till: string, answered: readonly SaleEvent[]): SharedCart {
  const { sequence, senderInvoiceNo, lines, discount, approved, note, receiver, parked } = sale
  return {
    ...{ sequence, senderInvoiceNo, lines, discount, note, receiver, till },
    ...(approved === undefined ? {} : { approved }),
    label: parked.label,
    parkedAt: parked.at,
    answers: z.array(answerSchema).parse(answered),
  }
}

/**
 * The events that record that another till resumed this sale's cart; empty if that is recorded. The sale ends if its cart
 * is still parked as it was then. Otherwise it stays, and a person decides which of the two sales is right. It also goes to
 * the attention list if a second till resumed the cart, if a person had decided about the cart before, or if the cart was
 * split meanwhile, because its other part may be sold on its own.
 */
export function movedEvents(
  sale: Sale,
  movedTo: MovedTo,
  { now, wasSplit }: { readonly now: number; readonly wasSplit: () => boolean },
): readonly SaleEvent[] {
  if (sale.movedTo?.number === movedTo.number) return []
  const isAsItWas = isShared(sale) && sale.parked.at === movedTo.parkedAt
  const ends = isAsItWas ? { parked: null, endedAt: now } : {}
  const isDecided = sale.decisions.some(({ cause }) => cause === AT_TWO_TILLS)
  const isForPerson = sale.movedTo !== undefined || wasSplit() || (isDecided && !isAsItWas)
  return [
    { kind: 'told-by-shop', known: { movedTo, ...ends } },
    ...(isForPerson ? perhapsAtTwoTills(sale) : []),
  ]
}

const AT_TWO_TILLS = 'cart-at-two-tills'

/** The event that puts a cart on the attention list because it may be sold at two tills; empty if it is there already. */
export const perhapsAtTwoTills = ({ notices }: Sale): readonly SaleEvent[] =>
  notices.some(({ cause }) => cause === AT_TWO_TILLS)
    ? []
    : [{ kind: 'notice-kept', cause: AT_TWO_TILLS, amount: null }]
