import { roundingIn } from '../../../shared/money/cash-rounding.ts'
import { percentWords } from '../../../shared/money/discount.ts'
import { NO_MONEY, sumMoney, sumOf } from '../../../shared/money/money.ts'
import { formatQuantity } from '../../../shared/money/quantity.ts'
import { replay } from '../../../shared/sale/apply.ts'
import { isNeeded } from '../../../shared/sale/apply-to-receipts.ts'
import { heldOf, keptTenders, owedToPayers } from '../../../shared/sale/money-of-sale.ts'
import {
  countOf,
  type EReceipt,
  formatSaleNumber,
  nameOf,
  piecesOf,
  type RecordedEvent,
  type Sale,
  type SaleLine,
  type SeenPayment,
  type Tender,
  unbroken,
} from '../../../shared/sale/sale.ts'
import { isOut, nameOf as nameOfEReceipt } from '../../../shared/sale/status.ts'
import { lacksTaxCodes, ratesOf } from '../../../shared/sale/taxes.ts'
import { grossOf, totalsOf } from '../../../shared/sale/totals.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import { shopTime } from '../../../shared/shop/shop-day.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import {
  discountWords,
  PAPER_WORDS,
  type PaperEReceipt,
  type PaperLine,
  type PaperMaker,
  paymentWords,
  type ReceiptFacts,
  tenderWords,
} from '../draw/index.ts'

/** Returns the decrypted lottery number and QR data; null where they cannot be decrypted or must not be shown. */
export type Unseal = (paymentId: string) => { readonly lottery: string; readonly qrData: string } | null

/**
 * The sale at the time when it was sold, because later payments and returns have their own papers. Where an earlier
 * event is missing, the present sale is used, because its stored row contains more than the remaining events.
 */
export function asSold(sale: Sale, recorded: readonly RecordedEvent[]): Sale {
  const at = recorded.findIndex(({ event }) => event.kind === 'paid')
  return recorded[at]?.seq === at + 1 ? replay(sale.id, recorded.slice(0, at + 1)) : sale
}

/** The receipt of a sold sale; null for any other. Seller, taxes and payments are those of the time of sale. */
export function receiptFacts(
  sale: Sale,
  paid: Sale,
  { maker: { settings, logo, testMode }, unseal }: { readonly maker: PaperMaker; readonly unseal: Unseal },
): ReceiptFacts | null {
  if (sale.soldAt === null) return null
  const ereceipts = sale.ereceipts.flatMap((one): PaperEReceipt[] => {
    if (one.step !== 'issued') return []
    const secret = unseal(one.paymentId) ?? { lottery: '', qrData: '' }
    const { printedId, amount, vat, cityTax } = one
    return [{ printedId, replaces: replacedBy(sale, one), amount, vat, cityTax, ...secret }]
  })
  const tenders = keptTenders(paid)
  const issues = sale.terms?.ereceipts ?? settings.invoicing.ereceipts
  return {
    shop: sellerOf(sale, settings),
    logo,
    texts: settings.receiptTexts,
    terminal: sale.terminal,
    cashier: sale.cashier?.name ?? null,
    copy: false,
    number: formatSaleNumber(sale.sequence),
    senderInvoiceNo: sale.senderInvoiceNo,
    date: shopTime(sale.soldAt),
    receiver: sale.receiver,
    lines: sale.lines.map(paperLine),
    discounts: saleDiscounts(sale),
    note: sale.note,
    totals: totalsOf(sale.lines, ratesOf(sale.terms, settings)),
    payments: [
      ...tenders.map((tender) => ({ how: howTendered(tender), amount: tender.received })),
      ...paid.payments
        .map((payment) => ({ how: howPaid(payment), amount: heldOf(paid, payment) }))
        .filter(({ amount }) => amount > NO_MONEY),
    ],
    surplus: sumOf(owedToPayers(paid)),
    rounding: roundingIn(tenders),
    change: sumMoney(tenders.map(({ change }) => change)),
    counterWithoutEReceipt: issues ? tendersIn(tenders) : null,
    ereceipts,
    ereceiptOwed:
      (issues && isForWantOfCodes(sale)) ||
      sale.ereceipts.some((one) => one.step !== 'issued' && one.step !== 'voided' && isNeeded(sale, one)),
    testMode,
  }
}

/** The last e-receipt that a correction voided before this one was issued and that is on a paper. */
function replacedBy({ papers, returns }: Sale, { paymentId, last }: EReceipt): string | null {
  const out = papers.filter(isOut).flatMap(({ carries }) => carries)
  return (
    returns
      .filter(({ receiver, state }) => receiver !== undefined && state === 'completed')
      .flatMap(({ voids }) => voids)
      .filter((one) => one.paymentId === paymentId && (one.no ?? 0) < (last?.no ?? 0))
      .findLast(({ no }) => no !== undefined && out.includes(nameOfEReceipt({ paymentId, last: { no } })))
      ?.printedId ?? null
  )
}

export const sellerOf = ({ terms }: Sale, { shop }: Settings): Settings['shop'] => terms?.seller ?? shop

/** Paid by QR, without an e-receipt. That of cash is told apart. */
const isForWantOfCodes = (sale: Sale): boolean =>
  lacksTaxCodes(sale) && sale.payments.some(({ counted }) => counted > 0)

const tendersIn = (tenders: readonly Tender[]): ReceiptFacts['counterWithoutEReceipt'] =>
  tenders.length === 0 ? null : tenders.every(({ kind }) => kind === 'cash') ? 'cash' : 'tenders'

const howTendered = ({ kind, reference }: Tender): string =>
  reference === '' ? tenderWords[kind] : `${tenderWords[kind]} · ${reference}`

/** The discount on the whole sale, as it was entered: an amount or a percentage. */
function saleDiscounts({ discount, lines }: Sale): ReceiptFacts['discounts'] {
  const amount = sumMoney(lines.map(({ share }) => share ?? NO_MONEY))
  if (discount === null || amount === NO_MONEY) return []
  const words = discountWords(discount.kind === 'percent' ? percentWords(discount.share) : '')
  return [{ words, amount }]
}

const paperLine = (line: SaleLine): PaperLine => ({
  name: unbroken(line.note === undefined ? nameOf(line) : `${nameOf(line)} (${line.note})`),
  quantity: quantityOnPaper(line),
  unitPrice: line.unitPrice,
  amount: grossOf(line),
  discount: line.off ?? NO_MONEY,
})

/** "2 ш" or "0.842 кг"; packs as "2 багц". */
export const quantityOnPaper = (line: SaleLine): string =>
  `${formatQuantity(countOf(line))}\u00a0${piecesOf(line) === 1 ? line.product.unit : PAPER_WORDS.pack}`

export function howPaid({ type, bankCode }: SeenPayment): string {
  if (type === 'CARD') return paymentWords.card
  const bank = bankName(bankCode)
  return bank === null ? paymentWords.qr : `${paymentWords.qr} · ${bank}`
}

/** The bank's Mongolian name, for paper; its code where the bank is not in the list; null where no code is known. */
function bankName(code: string | null): string | null {
  if (code === null) return null
  const key = `bank.${code}`
  return /^\d{6}$/.test(code) && Object.hasOwn(TEXTS.mn, key) ? TEXTS.mn[key as keyof typeof TEXTS.mn] : code
}
