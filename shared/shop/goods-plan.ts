/** Plans a change of many goods: the values of each product before and after it (docs/decisions/many-goods.md). */
import { z } from 'zod'
import type { TaxKind } from '../money/tax.ts'
import type { Wire } from '../wire.ts'
import { asTyped, type Goods } from './goods.ts'

export const PLANNED_FIELDS = [
  'price',
  'category',
  'taxKind',
  'cityTax',
  'taxProductCode',
  'classificationCode',
  'hidden',
] as const
export type PlannedField = (typeof PLANNED_FIELDS)[number]

/** The most goods that are changed at once. */
export const MOST_PLANNED = 2000

const text = z.string().max(500)
const yesOrNo = z.enum(['', 'yes', 'no'])
const ofPlanned = {
  /** "+5 %", "-3%", "+200", "-200", or the new price: "2600". */
  price: text,
  category: text,
  taxProductCode: text,
  classificationCode: text,
  cityTax: yesOrNo,
  hidden: yesOrNo,
}

/** What a person typed for all goods. An empty field stays as it is. */
export const goodsChangeSchema = z.strictObject(ofPlanned).extend({
  /** Tugriks to which a computed price is rounded. */
  rounding: z.enum(['1', '10', '50', '100', '1000']),
  taxKind: z.enum(['', 'vat', 'zero-rated', 'exempt'] satisfies ('' | TaxKind)[]),
})
export type GoodsChange = Wire<typeof goodsChangeSchema>

export const NO_GOODS_CHANGE: GoodsChange = {
  price: '',
  rounding: '10',
  category: '',
  taxKind: '',
  cityTax: '',
  taxProductCode: '',
  classificationCode: '',
  hidden: '',
}

const plannedValues = z.strictObject(ofPlanned).extend({ taxKind: text }).partial()

/** The changed fields of one product as the form has them, before and after. */
export const plannedGoodsSchema = z.strictObject({
  code: z.string().min(1).max(64),
  name: z.string().max(1000),
  from: plannedValues,
  to: plannedValues,
})
export type PlannedGoods = Wire<typeof plannedGoodsSchema>

export const plannedGoodsList = z.array(plannedGoodsSchema).min(1).max(MOST_PLANNED)

type Kept = Goods & { readonly hidden: boolean }

/** The fields that a plan can change, as the form has them. */
export const plannedOf = (one: Kept): Record<PlannedField, string> => ({
  ...asTyped(one),
  hidden: one.hidden ? 'yes' : 'no',
})

/** Returns null if the typed price cannot be read. Goods that would not change are left out of the plan. */
export function planGoodsChange(goods: Iterable<Kept>, change: GoodsChange): readonly PlannedGoods[] | null {
  const priced = priceChange(change)
  if (priced === null) return null
  const plan: PlannedGoods[] = []
  for (const one of goods) {
    const now = plannedOf(one)
    const wanted = { ...change, price: priced(Number(now.price)) }
    const changed = PLANNED_FIELDS.filter((field) => wanted[field] !== '' && wanted[field] !== now[field])
    if (changed.length === 0) continue
    const only = (values: Record<PlannedField, string>) =>
      Object.fromEntries(changed.map((field) => [field, values[field]]))
    plan.push({ code: one.product.code, name: one.product.name, from: only(now), to: only(wanted) })
  }
  return plan
}

/** The same goods as they were before. */
export const planBack = (plan: readonly PlannedGoods[]): readonly PlannedGoods[] =>
  plan.map((one) => ({ ...one, from: one.to, to: one.from }))

/** The price in whole tugriks after the typed change; '' for none. */
function priceChange({ price, rounding }: GoodsChange): ((now: number) => string) | null {
  const typed = price.replace(/[\s₮,]/g, '').replace(/^[−–]/, '-')
  if (typed === '') return () => ''
  const [, sign, whole = '', fraction = '', percent] =
    /^([+-]?)(\d{1,10})(?:\.(\d{1,2}))?(%?)$/.exec(typed) ?? []
  if (whole === '' || (sign === '' && percent === '%') || (fraction !== '' && percent === '')) return null
  if (sign === '') return () => String(Number(whole))
  const hundredths = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  if (percent === '%' && hundredths > MOST_PERCENT * 100) return null
  const by = (now: number): bigint =>
    percent === '%' ? BigInt(now) * BigInt(hundredths) : BigInt(whole) * WHOLE
  return (now) => {
    const exact = BigInt(now) * WHOLE + (sign === '-' ? -by(now) : by(now))
    // A cheap product is not rounded to zero.
    return String(rounded(exact, BigInt(rounding)) || rounded(exact, 1n))
  }
}

const MOST_PERCENT = 1000
/** One tugrik and 100 % in hundredths of a percent. */
const WHOLE = 10_000n

/** To the nearest multiple of `step` tugriks, half up. */
const rounded = (exact: bigint, step: bigint): bigint =>
  ((exact * 2n + WHOLE * step) / (WHOLE * step * 2n)) * step
