/** Schemas of replies about the drawer's day. */
import { z } from 'zod'
import {
  BRIDGE_PARTS,
  CASH_WAYS,
  type CountDraft,
  SALE_TENDERS,
  SETTLED_WAYS,
  type ShiftlessDay,
  type ShiftRow,
  type ShiftSeen,
  type ShiftStatus,
} from '../shift.ts'
import type { Cashier } from '../staff.ts'
import { TAX_KINDS } from '../tax.ts'

const id = z.string().min(1).max(64)
const at = z.number().int().nonnegative()
const hundredths = z.number().int()

const person = z
  .strictObject({ id: z.string(), name: z.string() })
  .nullable() as unknown as z.ZodType<Cashier | null>
const tally = z.strictObject({ count: z.int(), amount: hundredths })
const ofPeople = z.array(z.strictObject({ name: z.string(), count: z.int(), amount: hundredths }))
const back = z.strictObject({ card: tally, cash: tally, transfer: tally, terminal: tally })
const bridge = z.record(z.enum(BRIDGE_PARTS), hundredths)
const state = z.enum(['open', 'left', 'closed'])

const count = z.strictObject({
  lines: z.array(z.strictObject({ value: z.int(), count: z.int() })),
  counted: hundredths,
  difference: hundredths,
  firstCounted: hundredths.nullable(),
})

const turnover = {
  sales: tally,
  discounts: tally,
  cancelled: tally,
  returns: tally,
  net: hundredths,
  tenders: z.record(z.enum(SALE_TENDERS), tally),
  taxes: z.strictObject({ vat: hundredths, cityTax: hundredths }),
  kinds: z.array(
    z.strictObject({
      kind: z.enum(TAX_KINDS),
      amount: hundredths,
      vat: hundredths,
      cityTax: hundredths,
      back: hundredths,
      backVat: hundredths,
      backCityTax: hundredths,
    }),
  ),
  back,
  elsewhere: tally,
  bridge,
  settled: z.record(z.enum(SETTLED_WAYS), tally),
}

const reportSchema = z.strictObject({
  shift: z.strictObject({
    id,
    terminal: z.string(),
    state,
    openedAt: at,
    openedBy: person,
    float: hundredths,
    closedAt: at.nullable(),
    closedBy: person,
    zNumber: z.int().nullable(),
    count: count.nullable(),
    reason: z.string(),
    // Of the settings of then, whatever fields they had.
    seller: z.looseObject({ name: z.string() }).nullable(),
  }),
  totals: z.strictObject({
    ...turnover,
    ereceipts: z.strictObject({ issued: tally, voided: tally, owed: tally, elsewhere: tally }),
    carts: tally,
    removed: tally,
    overrides: ofPeople,
    discountsBy: ofPeople,
    cashiers: ofPeople,
    before: z
      .strictObject({
        ...turnover,
        ereceipts: z.strictObject({ issued: tally, voided: tally, elsewhere: tally }),
      })
      .nullable(),
    numbers: z.array(z.strictObject({ day: z.string(), first: z.int(), last: z.int(), missing: z.int() })),
    running: hundredths,
    lastNumber: z.string().nullable(),
    chain: z.strictObject({ id: z.string(), position: z.int(), head: z.string() }).nullable(),
    drawer: z.strictObject({
      float: hundredths,
      cashSales: tally,
      cashIn: tally,
      cashOut: tally,
      givenBack: tally,
      expected: hundredths,
    }),
    firstSaleAt: at.nullable(),
    lastSaleAt: at.nullable(),
    unread: z.int(),
  }),
  moves: z.array(
    z.strictObject({
      seq: z.int(),
      at,
      way: z.enum(CASH_WAYS),
      amount: hundredths,
      reason: z.string(),
      by: person,
    }),
  ),
})

const draftShape = z.strictObject({
  lines: z.array(z.strictObject({ value: z.int(), count: z.int() })),
  compared: z
    .strictObject({
      counted: hundredths,
      expected: hundredths,
      difference: hundredths,
      reasonNeeded: z.boolean(),
    })
    .nullable(),
})
export const draftSchema = draftShape as unknown as z.ZodType<CountDraft>

export const shiftListSchema = z.strictObject({
  shifts: z.array(
    z.strictObject({
      id,
      terminal: z.string(),
      state,
      zNumber: z.int().nullable(),
      openedAt: at,
      closedAt: at.nullable(),
      by: person,
      net: hundredths.nullable(),
      difference: hundredths.nullable(),
    }),
  ),
  shiftless: z.array(
    z.strictObject({ day: z.iso.date(), sales: tally, cash: hundredths, others: hundredths }),
  ),
}) as unknown as z.ZodType<{
  readonly shifts: readonly ShiftRow[]
  readonly shiftless: readonly ShiftlessDay[]
}>

export const shiftStatusSchema = z.strictObject({
  open: z.strictObject({ id, openedAt: at, by: person }).nullable(),
  missing: z.boolean(),
}) as unknown as z.ZodType<ShiftStatus>

export const shiftSeenSchema = z
  .strictObject({
    ...reportSchema.shape,
    totals: reportSchema.shape.totals.nullable(),
    draft: draftShape.nullable(),
  })
  .nullable() as unknown as z.ZodType<ShiftSeen | null>
