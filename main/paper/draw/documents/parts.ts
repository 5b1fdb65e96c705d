import { formatMoney, type Money, money, NO_MONEY, sumOf } from '../../../../shared/money/money.ts'
import { formatTax, sumTaxes, type ToldTax } from '../../../../shared/money/told-tax.ts'
import type { Receiver } from '../../../../shared/sale/sale.ts'
import type { PaperEReceipt, PaperLine, ReceiptBlock, ReceiptFacts } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { centred, figure, gap, left, RULE, row } from './blocks.ts'

/** An organisation by its register number. An individual is not named on paper. */
export const receiver = (who: Receiver): readonly ReceiptBlock[] =>
  who.kind === 'individual'
    ? []
    : [left(`${PAPER_WORDS.organisation}: ${PAPER_WORDS.register}\u00a0${who.register}`, 'small')]

/** A line of goods: its name, quantity, price and discount. */
export const goods = ({
  name,
  quantity,
  unitPrice,
  amount,
  discount,
}: PaperLine): readonly ReceiptBlock[] => [
  left(name, 'normal'),
  row(`${quantity} × ${formatMoney(unitPrice)}`, formatMoney(amount)),
  ...(discount === NO_MONEY ? [] : [figure(PAPER_WORDS.discount, money(-discount))]),
  gap(6),
]

export type Taxes = { readonly vat: Money; readonly cityTax: Money }
/** Null where the service did not tell it. */
type ToldTaxes = { readonly [tax in keyof Taxes]: ToldTax | null }

/**
 * Prints the service's figures as they came (law 8). Where they do not cover the whole sale, because an e-receipt is
 * owed or a part was paid in cash, prints the terminal's own figures.
 */
export function taxesOfSale({ ereceipts, ereceiptOwed, totals }: ReceiptFacts): ToldTaxes {
  const covered = sumOf(ereceipts)
  if (ereceipts.length === 0 || ereceiptOwed || covered < totals.total) return totals
  return taxesOf(ereceipts)
}

export const taxesOf = (ereceipts: readonly PaperEReceipt[]): ToldTaxes => ({
  vat: sumIfKnown(ereceipts.map(({ vat }) => vat)),
  cityTax: sumIfKnown(ereceipts.map(({ cityTax }) => cityTax)),
})

const sumIfKnown = (taxes: readonly (ToldTax | null)[]): ToldTax | null => {
  const known = taxes.filter((tax) => tax !== null)
  return known.length === taxes.length ? sumTaxes(known) : null
}

/** Taxes of zero are not printed (docs/receipts.md#the-printed-e-receipt), and unknown ones are called so. */
export const taxRows = ({ vat, cityTax }: ToldTaxes): readonly ReceiptBlock[] => [
  ...taxRow(PAPER_WORDS.vat, vat),
  ...taxRow(PAPER_WORDS.cityTax, cityTax),
]

const taxRow = (label: string, tax: ToldTax | null): readonly ReceiptBlock[] =>
  tax === NO_MONEY ? [] : [row(label, tax === null ? PAPER_WORDS.unknown : formatTax(tax))]

type Issued = Pick<ReceiptFacts, 'ereceipts' | 'copy'>

/** The e-receipts of a sale. A copy prints their ids without lottery and QR, whatever the facts hold. */
export const ereceiptParts = ({ ereceipts, copy }: Issued): readonly ReceiptBlock[] =>
  ereceipts.flatMap((ereceipt, index) => [
    RULE,
    ...share(ereceipt, index + 1, ereceipts.length),
    centred(PAPER_WORDS.ereceiptId, 'small'),
    centred(ereceipt.printedId, 'small'),
    ...(ereceipt.replaces === null ? [] : voided([ereceipt.replaces])),
    ...(copy ? [] : [...lottery(ereceipt.lottery), ...qr(ereceipt.qrData)]),
  ])

/** Number and amount of each e-receipt where the sale has several. */
const share = ({ amount }: PaperEReceipt, index: number, count: number): readonly ReceiptBlock[] =>
  count > 1 ? [row(`${PAPER_WORDS.ereceipt} ${index}/${count}`, formatMoney(amount)), gap(6)] : []

/** Organisations and type NO_VAT have no lottery number (docs/receipts.md#the-printed-e-receipt). */
const lottery = (text: string): readonly ReceiptBlock[] =>
  text === '' ? [] : [{ kind: 'lottery', label: PAPER_WORDS.lottery, text }]

const qr = (data: string): readonly ReceiptBlock[] =>
  data === '' ? [] : [{ kind: 'qr', data, caption: null }]

/** Notices about an e-receipt that the customer does not get with this paper. */
export const owed = ({ ereceiptOwed, counterWithoutEReceipt }: ReceiptFacts): readonly ReceiptBlock[] => [
  ...(ereceiptOwed ? notice(PAPER_WORDS.ereceiptOwed) : []),
  ...(counterWithoutEReceipt === 'cash' ? notice(PAPER_WORDS.cashWithoutEReceipt) : []),
  ...(counterWithoutEReceipt === 'tenders' ? notice(PAPER_WORDS.tendersWithoutEReceipt) : []),
]

const notice = (text: string): readonly ReceiptBlock[] => [RULE, { kind: 'notice', text }]

/** The invoice number as text and as a barcode: it finds the sale at the service. */
export const invoiceNumber = (senderInvoiceNo: string): readonly ReceiptBlock[] => [
  RULE,
  centred(PAPER_WORDS.saleNumber, 'small'),
  gap(4),
  { kind: 'barcode', data: senderInvoiceNo },
]

type OfSale = { readonly saleNumber: string; readonly saleDate: string }

/** Number and date of the sale that a paper is about. */
export const ofSale = ({ saleNumber, saleDate }: OfSale): readonly ReceiptBlock[] => [
  left(
    `${PAPER_WORDS.ofSale}: ${PAPER_WORDS.number}\u00a0${saleNumber} · ${saleDate.replace(' ', '\u00a0')}`,
    'small',
  ),
]

export const voidedIds = (ids: readonly string[]): readonly ReceiptBlock[] =>
  ids.length === 0 ? [] : [RULE, ...voided(ids)]

const voided = (ids: readonly string[]): readonly ReceiptBlock[] => [
  centred(PAPER_WORDS.voidedId, 'small'),
  ...ids.map((id) => centred(id, 'small')),
]

export type Approval = {
  /** As the person typed it. */
  readonly reason: string
  /** Null where no approval was needed. */
  readonly approvedBy: string | null
}

/** The reason and who approved it. */
export const approval = ({ reason, approvedBy }: Approval): readonly ReceiptBlock[] => [
  RULE,
  left(`${PAPER_WORDS.reason}: ${reason}`, 'small'),
  ...(approvedBy === null ? [] : [left(`${PAPER_WORDS.approvedBy}: ${approvedBy}`, 'small')]),
]

export const signature = (): readonly ReceiptBlock[] => [
  gap(28),
  left(`${PAPER_WORDS.signature}: ${'_'.repeat(16)}`, 'small'),
]

/** Counted less expected cash, with its sign and in a word. */
export const difference = (amount: Money): ReceiptBlock => ({
  kind: 'row',
  left: [PAPER_WORDS.difference, ...word(amount)].join(' · '),
  right: `${amount > NO_MONEY ? '+' : ''}${formatMoney(amount)}`,
  size: 'normal',
  bold: true,
})

function word(amount: Money): readonly string[] {
  if (amount === NO_MONEY) return []
  return [amount > NO_MONEY ? PAPER_WORDS.over : PAPER_WORDS.short]
}
