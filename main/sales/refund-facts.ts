/** What the slip of a return says: which goods came back, and how their money went; called off, what was voided by then. */
import { money, NO_MONEY, sumMoney } from '../../shared/money.ts'
import { formatQuantity } from '../../shared/quantity.ts'
import type { Return, ReturnPart } from '../../shared/return.ts'
import { formatSaleNumber, type Sale, type SaleLine } from '../../shared/sale.ts'
import { type PaperLine, type RefundFacts, repaidWords, type VoidFacts } from '../receipts/index.ts'
import { grossOf } from './discounts.ts'
import { reasonOnPaper } from './reason-on-paper.ts'
import { howPaid, type ReceiptMaker } from './receipt-facts.ts'
import { shopTime } from './shop-time.ts'
import { totalsOf } from './totals.ts'

/** Null where the job is no slip of the sale. The first of a return's slips is the slip; the others are copies. */
export function refundFacts(
  sale: Sale,
  jobId: string,
  { settings, logo, training }: ReceiptMaker,
): RefundFacts | null {
  const one = sale.returns.find(({ slips }) => slips.includes(jobId))
  const head = one && headOf(sale, one, jobId, { settings, logo, training })
  if (!head) return null
  const lines = linesBack(sale, one)
  const { total, vat, cityTax } = totalsOf(lines, settings.cityTaxPercent)
  return {
    ...head,
    lines: lines.map(paperLine),
    totals: { total, vat, cityTax },
    returned: one.parts.map((part) => ({ how: howReturned(sale, part), amount: part.amount })),
    voided: voidedBy(one).flatMap(({ printedId }) => printedId ?? []),
  }
}

/** Null where the job is no slip of the sale. No money went back: the paper tells which e-receipts are void. */
export function voidFacts(sale: Sale, jobId: string, maker: ReceiptMaker): VoidFacts | null {
  const one = sale.returns.find(({ slips }) => slips.includes(jobId))
  const head = one && headOf(sale, one, jobId, maker)
  if (!head) return null
  const payments = 'payments' in sale.state ? sale.state.payments : []
  const amounts = voidedBy(one).map(
    ({ paymentId }) => payments.find((payment) => payment.paymentId === paymentId)?.amount ?? NO_MONEY,
  )
  return {
    ...head,
    printedIds: voidedBy(one).flatMap(({ printedId }) => printedId ?? []),
    amount: sumMoney(amounts),
  }
}

const voidedBy = ({ voids }: Return) => voids.filter(({ step }) => step.name === 'voided')

function headOf(sale: Sale, one: Return, jobId: string, { settings, logo, training }: ReceiptMaker) {
  if (!('paidAt' in sale.state)) return null
  return {
    shop: settings.shop,
    logo,
    training,
    terminal: sale.terminal,
    cashier: one.by?.name ?? null,
    approvedBy: one.approvedBy?.name ?? null,
    copy: one.slips[0] !== jobId,
    date: shopTime(one.endedAt ?? one.openedAt),
    saleNumber: formatSaleNumber(sale.sequence),
    saleDate: shopTime(sale.state.paidAt),
    senderInvoiceNo: sale.senderInvoiceNo,
    reason: reasonOnPaper(one.reason),
  }
}

/** The lines as they came back: so much of each, and what went back for it. */
const linesBack = (sale: Sale, one: Return): SaleLine[] =>
  one.lines.flatMap(({ lineId, quantity, amount }) => {
    const line = sale.lines.find(({ id }) => id === lineId)
    return line ? [{ ...line, quantity, amount }] : []
  })

const paperLine = (line: SaleLine): PaperLine => ({
  name: line.product.name,
  quantity: `${formatQuantity(line.quantity)}\u00a0${line.product.unit}`,
  unitPrice: line.unitPrice,
  amount: grossOf(line),
  discount: money(Math.max(NO_MONEY, grossOf(line) - line.amount)),
})

function howReturned({ state }: Sale, part: ReturnPart): string {
  if (part.by === 'hand')
    return part.step.name === 'repaid' ? repaidWords[part.step.how] : repaidWords[part.way]
  const payment = 'payments' in state ? state.payments.find((one) => one.paymentId === part.paymentId) : null
  return payment ? howPaid(payment) : repaidWords.card
}
