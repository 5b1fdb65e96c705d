/** The content of return slips: the goods and how their money was refunded, or the e-receipts that were voided. */

import { backOf, plus, summed } from '../../../shared/ledger/index.ts'
import { handed, roundingIn } from '../../../shared/money/cash-rounding.ts'
import { money, NO_MONEY, sumMoney } from '../../../shared/money/money.ts'
import { formatQuantity, ONE } from '../../../shared/money/quantity.ts'
import { paymentOf } from '../../../shared/sale/money-of-sale.ts'
import {
  isKnownVoid,
  type Return,
  type ReturnLine,
  type ReturnPart,
  returnsThatCount,
  USUAL_REASONS,
} from '../../../shared/sale/return.ts'
import {
  countOf,
  formatSaleNumber,
  nameOf,
  piecesOf,
  type Sale,
  unbroken,
} from '../../../shared/sale/sale.ts'
import { ratesOf } from '../../../shared/sale/taxes.ts'
import { grossOf } from '../../../shared/sale/totals.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import { shopTime } from '../../../shared/shop/shop-day.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import {
  type PaperLine,
  type PaperMaker,
  type RefundFacts,
  repaidWords,
  type VoidFacts,
} from '../draw/index.ts'
import { howPaid, quantityOnPaper, sellerOf } from './receipt-facts.ts'

/** Null where the job is not a slip of this sale. The first slip of a return is the original; others are copies. */
export function refundFacts(
  sale: Sale,
  jobId: string,
  { settings, logo, testMode }: PaperMaker,
): RefundFacts | null {
  const one = sale.returns.find(({ slips }) => slips.includes(jobId))
  const head = one && headOf(sale, one, jobId, { settings, logo, testMode })
  if (!head) return null
  return {
    ...head,
    lines: one.lines.flatMap((back) => paperLine(sale, back)),
    totals: totalsBack(sale, one, settings),
    rounding: roundingIn(one.parts),
    returned: one.parts.map((part) => ({ how: howReturned(sale, part), amount: handed(part) })),
    voided: voidedBy(one).flatMap(({ printedId }) => printedId ?? []),
  }
}

/** Null where the print job is not a slip of this sale. The slip lists the voided e-receipts and no money. */
export function voidFacts(sale: Sale, jobId: string, maker: PaperMaker): VoidFacts | null {
  const one = sale.returns.find(({ slips }) => slips.includes(jobId))
  const head = one && headOf(sale, one, jobId, maker)
  if (!head) return null
  const amounts = voidedBy(one).map(({ paymentId }) => paymentOf(sale, paymentId)?.came ?? NO_MONEY)
  return {
    ...head,
    printedIds: voidedBy(one).flatMap(({ printedId }) => printedId ?? []),
    amount: sumMoney(amounts),
  }
}

const voidedBy = ({ voids }: Return) => voids.filter(isKnownVoid)

function headOf(sale: Sale, one: Return, jobId: string, { settings, logo, testMode }: PaperMaker) {
  if (sale.soldAt === null) return null
  return {
    shop: sellerOf(sale, settings),
    logo,
    testMode,
    terminal: one.till ?? sale.terminal,
    cashier: one.by?.name ?? null,
    approvedBy: one.approvedBy?.name ?? null,
    copy: one.slips[0] !== jobId,
    date: shopTime(one.endedAt ?? one.openedAt),
    saleNumber: formatSaleNumber(sale.sequence),
    saleDate: shopTime(sale.soldAt),
    senderInvoiceNo: sale.senderInvoiceNo,
    reason: reasonOnPaper(one.reason),
  }
}

/**
 * What this return adds to the goods that came back, with the taxes that X, Z and the reports take back for them. So the
 * slips of a fully returned sale add up exactly to the taxes on its receipt. Where the journal lost the terms of the sale,
 * its receipt and its slips use the rates of the settings, X and Z the legal rates.
 */
function totalsBack(sale: Sale, one: Return, settings: Settings): RefundFacts['totals'] {
  const terms = sale.terms ?? {
    seller: settings.shop,
    ereceipts: true,
    ...ratesOf(null, settings),
    taxCodes: settings.tax.codes,
  }
  const earlier = returnsThatCount({ returns: sale.returns.slice(0, sale.returns.indexOf(one)) })
  const upTo = (returns: readonly Return[]) => summed(backOf({ ...sale, terms, returns }))
  const { amount, vat, cityTax } = plus(upTo([...earlier, { ...one, state: 'completed' }]), upTo(earlier), -1)
  return { total: money(amount), vat: money(vat), cityTax: money(cityTax) }
}

/** The returned quantity of a line and the amount refunded for it, with the discount where there was one. */
function paperLine(sale: Sale, { lineId, quantity, amount }: ReturnLine): readonly PaperLine[] {
  const line = sale.lines.find(({ id }) => id === lineId)
  if (!line) return []
  const { off, share } = line
  const back = { ...line, quantity }
  const discount = off || share ? money(Math.max(NO_MONEY, grossOf(back) - amount)) : NO_MONEY
  // An opened pack is listed as single pieces, at the price per piece within the pack.
  const inPacks = countOf(back) % ONE === 0
  return [
    {
      name: unbroken(nameOf(line)),
      quantity: inPacks ? quantityOnPaper(back) : `${formatQuantity(quantity)}\u00a0${line.product.unit}`,
      unitPrice: inPacks ? line.unitPrice : money(Math.round(line.unitPrice / piecesOf(line))),
      amount: money(amount + discount),
      discount,
    },
  ]
}

function howReturned(sale: Sale, part: ReturnPart): string {
  if (part.by === 'hand')
    return part.step.name === 'repaid' ? repaidWords[part.step.how] : repaidWords[part.way]
  const payment = paymentOf(sale, part.paymentId)
  return payment ? howPaid(payment) : repaidWords.card
}

/** Papers are in Mongolian: translates a standard reason chosen on an English screen. A typed reason stays. */
export function reasonOnPaper(reason: string): string {
  const usual = USUAL_REASONS.find((one) =>
    Object.values(TEXTS).some((texts) => texts[`return.reason.${one}`] === reason),
  )
  return usual === undefined ? reason : TEXTS.mn[`return.reason.${usual}`]
}
