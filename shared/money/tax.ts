/**
 * Taxes contained in prices. The goods of a cart are grouped by tax kind and city tax. The taxes of a group are a share
 * of its sum, rounded half up to the möngö:
 *
 *     VAT goods, c % city tax            VAT = sum / (110 + c) × 10      city tax = sum / (110 + c) × c
 *     zero-rated and exempt goods,
 *     and all goods of a shop that is
 *     no VAT payer                       VAT = 0                         city tax = sum / (100 + c) × c
 *
 * The taxes of a group are then spread over its lines, so that the lines add up to the totals.
 */
import { z } from 'zod'
import type { Wire } from '../wire.ts'
import { type Money, money, NO_MONEY, sumMoney } from './money.ts'
import { moneySchema } from './schemas.ts'

/** The VAT kinds of goods: taxed, 0 % (VAT law, article 12), or exempt (article 13). */
export const TAX_KINDS = ['vat', 'zero-rated', 'exempt'] as const
export type TaxKind = (typeof TAX_KINDS)[number]

/**
 * The kind by which a sum of goods is named. The shop that pays no VAT computes none for goods of the kind `vat`, so no
 * paper may call them "VAT 10%".
 */
export const shownKind = ({ kind, vat, backVat = NO_MONEY }: KindVat): TaxKind | 'untaxed' =>
  kind === 'vat' && vat === NO_MONEY && backVat === NO_MONEY ? 'untaxed' : kind

/** `backVat`: the VAT of returned goods. A shift may have returns only. */
type KindVat = Pick<KindTaxes, 'kind' | 'vat'> & { readonly backVat?: Money }

/** Whether the sums by kind of tax are shown. They say nothing if a shop that pays no VAT sold ordinary goods only. */
export const tellsKinds = (kinds: readonly (KindVat & Pick<KindTaxes, 'cityTax'>)[]): boolean =>
  kinds.some((one) => shownKind(one) !== 'untaxed' || one.cityTax !== NO_MONEY)

export const isTaxKind = (value: unknown): value is TaxKind =>
  (TAX_KINDS as readonly unknown[]).includes(value)

/** VAT in percent (VAT law, article 11). */
const VAT_PERCENT = 10

export type TaxRates = { readonly vatPayer: boolean; readonly cityTaxPercent: number }

/** A free line bears no tax, so it can go with goods of any tax kind. */
export const bearsTax = ({ amount }: { readonly amount: Money }): boolean => amount > NO_MONEY

/** What the taxes of a line depend on. `amount` is the paid amount, taxes included; never negative. */
export type TaxedLine = { readonly amount: Money; readonly taxKind: TaxKind; readonly cityTax: boolean }

/** The sum of all goods of one tax kind, and the taxes contained in it. */
export const kindTaxesSchema = z.strictObject({
  kind: z.enum(TAX_KINDS),
  amount: moneySchema,
  vat: moneySchema,
  cityTax: moneySchema,
})
export type KindTaxes = Wire<typeof kindTaxesSchema>
export type LineTaxes = Pick<KindTaxes, 'vat' | 'cityTax'>

export type Taxes = LineTaxes & {
  /** In the order of the lines. They add up to the totals. */
  readonly perLine: readonly LineTaxes[]
  /** The tax kinds in the cart, in the order of TAX_KINDS. They add up to the totals. */
  readonly byKind: readonly KindTaxes[]
}

export function taxesOf(lines: readonly TaxedLine[], rates: TaxRates): Taxes {
  const placed = TAX_KINDS.flatMap((kind) =>
    [false, true].flatMap((cityTax) => {
      const group = placesOf(lines, (line) => line.taxKind === kind && line.cityTax === cityTax)
      return spreadTaxes(group, percentsOf({ kind, cityTax }, rates))
    }),
  )
  const perLine = placed.sort((one, other) => one.place - other.place).map(({ taxes }) => taxes)
  const byKind = TAX_KINDS.flatMap((kind) => {
    const own = placed.filter(({ line }) => line.taxKind === kind)
    const amount = sumMoney(own.map(({ line }) => line.amount))
    return own.length === 0 ? [] : [{ kind, amount, ...sumOf(own.map(({ taxes }) => taxes)) }]
  })
  return { perLine, byKind, ...sumOf(perLine) }
}

type Placed = { readonly line: TaxedLine; readonly place: number }

const placesOf = (lines: readonly TaxedLine[], belongs: (line: TaxedLine) => boolean): readonly Placed[] =>
  lines.map((line, place) => ({ line, place })).filter(({ line }) => belongs(line))

type Percents = { readonly vat: number; readonly cityTax: number }

const percentsOf = (
  { kind, cityTax }: { readonly kind: TaxKind; readonly cityTax: boolean },
  rates: TaxRates,
): Percents => ({
  vat: rates.vatPayer && kind === 'vat' ? VAT_PERCENT : 0,
  cityTax: cityTax ? rates.cityTaxPercent : 0,
})

function spreadTaxes(group: readonly Placed[], percents: Percents) {
  const amounts = group.map(({ line }) => line.amount)
  const whole = 100 + percents.vat + percents.cityTax
  const vats = spread(amounts, percents.vat, whole)
  const cityTaxes = spread(amounts, percents.cityTax, whole)
  return group.map((placed, at) => ({
    ...placed,
    taxes: { vat: vats[at] ?? NO_MONEY, cityTax: cityTaxes[at] ?? NO_MONEY },
  }))
}

const sumOf = (parts: readonly LineTaxes[]): LineTaxes => ({
  vat: sumMoney(parts.map(({ vat }) => vat)),
  cityTax: sumMoney(parts.map(({ cityTax }) => cityTax)),
})

/**
 * Returns `part / whole` of each amount so that the results add up to `part / whole` of the sum, rounded half up. Each
 * result is rounded down; the missing möngö go one by one to the largest remainders, the earlier first.
 */
function spread(amounts: readonly Money[], part: number, whole: number): readonly Money[] {
  const divisor = BigInt(whole)
  const exact = amounts.map((amount) => BigInt(amount) * BigInt(part))
  const down = exact.map((share) => share / divisor)
  const due = (2n * sum(exact) + divisor) / (2n * divisor)
  const byRemainder = exact
    .map((share, at) => ({ at, remainder: share % divisor }))
    .sort((one, other) => Number(other.remainder - one.remainder) || one.at - other.at)
  const raised = new Set(byRemainder.slice(0, Number(due - sum(down))).map(({ at }) => at))
  return down.map((share, at) => money(Number(share) + (raised.has(at) ? 1 : 0)))
}

const sum = (values: readonly bigint[]): bigint => values.reduce((all, value) => all + value, 0n)
