/** The events of charging a cart by QR and of cancelling the charge. Pure. */

import { refuse } from '../../shared/failure.ts'
import type { Discount } from '../../shared/money/discount.ts'
import { type Money, NO_MONEY, sumMoney } from '../../shared/money/money.ts'
import { bearsTax } from '../../shared/money/tax.ts'
import type { Policy } from '../../shared/sale/answers.ts'
import { asApproved, isToApprove } from '../../shared/sale/apply.ts'
import { missingIn } from '../../shared/sale/attention-items.ts'
import {
  type ApprovedLine,
  isMisc,
  type Sale,
  type SaleEvent,
  type SaleLine,
} from '../../shared/sale/sale.ts'
import {
  chargeOf,
  endsByCancelling,
  isCancelling,
  isMaking,
  statusOf,
  totalOf,
} from '../../shared/sale/status.ts'
import { priced } from '../../shared/sale/totals.ts'
import type { Settings } from '../../shared/shop/settings.ts'

/** Charges the amount due. `number` is the invoice's and was never used before. */
export function chargeEvents(sale: Sale, { terms }: Policy, number: string): readonly SaleEvent[] {
  if (sale.lines.length === 0) return refuse('SALE_EMPTY')
  const total = totalOf(sale.lines)
  const due = missingIn(sale)
  if (due <= 0) return refuse('AMOUNT_ZERO')
  return [{ kind: 'invoice-requested', total, due, attempt: 1, number, terms }]
}

/**
 * Withdraws a charge that is being made, or cancels its QR. Ends a sale that was paid in part, or whose charge could
 * not be cancelled: money that came or still comes is the payer's. Empty where the cancellation is already under way.
 */
export function cancelEvents(sale: Sale, { monitorUntil }: Policy): readonly SaleEvent[] {
  const charge = chargeOf(sale)
  const status = statusOf(sale)
  if (status.name === 'cancelled' || status.name === 'late-payment') return []
  if (charge === null || sale.soldAt !== null) return refuse('NOT_NOW')
  const { no } = charge
  if (endsByCancelling(status)) return [{ kind: 'sale-ended', monitorUntil }]
  if (isCancelling(charge) || !charge.wanted) return []
  return [{ kind: isMaking(charge) ? 'charge-withdrawal-asked' : 'cancel-requested', no }]
}

/**
 * The `tax_type` codes of the goods in the cart, in the order of its lines. A gift bears no tax. An invoice has one
 * `tax_type` (docs/payment-service.md#create-an-invoice), so a cart with several is charged as several sales of the same
 * total.
 */
const taxKindsOf = ({ lines }: Pick<Sale, 'lines'>, { tax }: Settings): readonly string[] => [
  ...new Set(lines.filter(bearsTax).map(({ product }) => tax.codes[product.taxKind])),
]

/**
 * The two parts of a cart: goods of one tax type and gifts stay. Tenders that were taken stay with them, so they are the
 * first goods that cost more; `fits` is false where none do. Null where one QR charges all of it.
 */
export function splitCart(sale: Sale, settings: Settings): Split | null {
  const kinds = taxKindsOf(sale, settings)
  if (kinds.length < 2 || !settings.invoicing.ereceipts) return null
  const splits = kinds.map((kind) => splitBy(sale, kind, settings))
  return splits.find(({ fits }) => fits) ?? splits[0] ?? null
}

type Split = { readonly stays: Sale; readonly goes: Sale; readonly fits: boolean }

function splitBy(sale: Sale, kind: string, { tax }: Settings): Split {
  const isLeft = (line: SaleLine): boolean => !bearsTax(line) || tax.codes[line.product.taxKind] === kind
  const part = (lines: readonly SaleLine[], { tenders }: Pick<Sale, 'tenders'>): Sale => {
    const approved = lines.flatMap((line) => allowedIn(sale, line))
    const cart = { ...sale, lines, tenders, discount: discountFor(sale.discount, lines) }
    return approved.length === 0 ? cart : { ...cart, approved }
  }
  const stays = part(sale.lines.filter(isLeft), sale)
  const goes = part(
    sale.lines.filter((line) => !isLeft(line)),
    { tenders: [] },
  )
  return { stays, goes, fits: missingIn(stays) > NO_MONEY }
}

/** The approvals of a line in its part of a split cart. A discount within the limit of the whole cart may exceed that of the part, so it is stored as approved. */
function allowedIn({ approved = [] }: Sale, line: SaleLine): readonly ApprovedLine[] {
  if (isMisc(line)) return approved.filter(({ id }) => id === line.id)
  return isToApprove(line) ? [asApproved(line)] : []
}

/** The amounts of the QRs that charge this cart, zero first where the tenders fit no part of it. */
export function qrAmountsOf(sale: Sale, settings: Settings): readonly Money[] {
  const parts = splitCart(sale, settings)
  if (parts === null) return [missingIn(sale)]
  return [missingIn(parts.stays), ...qrAmountsOf(parts.goes, settings)]
}

/** The discount of one part of a split cart: the same one if it comes to the same amount, otherwise that amount. */
function discountFor(discount: Discount | null, lines: readonly SaleLine[]): Discount | null {
  if (discount === null) return null
  const bore = sumMoney(lines.map(({ share }) => share ?? NO_MONEY))
  if (discount.kind === 'percent' && takenOffBy(discount, lines) === bore) return discount
  return bore === NO_MONEY ? null : { kind: 'amount', amount: bore }
}

const takenOffBy = (discount: Discount, lines: readonly SaleLine[]): Money =>
  sumMoney([totalOf(priced(lines, null)), -totalOf(priced(lines, discount)) as Money])
