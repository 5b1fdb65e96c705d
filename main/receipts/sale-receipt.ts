import { formatMoney, type Money, sumMoney } from '../../shared/money.ts'
import { formatQuantity } from '../../shared/quantity.ts'
import type { SaleLine } from '../../shared/sale.ts'
import type { PaperEReceipt, ReceiptBlock, ReceiptDocument, ReceiptFacts } from './types.ts'
import { PAPER_WORDS } from './words.ts'

/** What a sale's receipt says, from top to bottom. Pure: the same facts give the same paper. */
export function saleReceipt(facts: ReceiptFacts): ReceiptDocument {
  const stamp = facts.training ? [STAMP] : []
  return {
    blocks: [
      ...stamp,
      ...seller(facts),
      RULE,
      ...heading(facts),
      RULE,
      ...facts.lines.flatMap(goods),
      RULE,
      ...figures(facts),
      ...facts.ereceipts.flatMap((ereceipt, index) =>
        ereceiptPart(ereceipt, index + 1, facts.ereceipts.length),
      ),
      ...owed(facts),
      ...invoiceNumber(facts),
      ...stamp,
      { kind: 'cut' },
    ],
  }
}

type Size = 'small' | 'normal' | 'large'

const RULE: ReceiptBlock = { kind: 'rule' }
const STAMP: ReceiptBlock = { kind: 'stamp', text: PAPER_WORDS.training }
const SPACE_AFTER_GOODS: ReceiptBlock = { kind: 'gap', dots: 6 }
const SPACE_AFTER_TOTAL: ReceiptBlock = { kind: 'gap', dots: 4 }

const left = (text: string, size: Size): ReceiptBlock => ({
  kind: 'text',
  text,
  align: 'left',
  size,
  bold: false,
})
const centred = (text: string, size: Size): ReceiptBlock => ({
  kind: 'text',
  text,
  align: 'center',
  size,
  bold: size === 'large',
})
const row = (leftText: string, right: string, size: Size = 'normal'): ReceiptBlock => ({
  kind: 'row',
  left: leftText,
  right,
  size,
  bold: size === 'large',
})

function seller({ shop, terminal }: ReceiptFacts): readonly ReceiptBlock[] {
  const { taxpayerNumber, register } = PAPER_WORDS
  const place = [shop.branch, `${PAPER_WORDS.terminal}\u00a0${terminal}`].filter((part) => part.trim() !== '')
  return [
    centred(shop.name, 'large'),
    centred(`${taxpayerNumber}\u00a0${shop.taxpayerNumber} · ${register}\u00a0${shop.register}`, 'small'),
    centred(place.join(' · '), 'small'),
  ]
}

function heading({ date, number, receiver }: ReceiptFacts): readonly ReceiptBlock[] {
  const first = row(date, `${PAPER_WORDS.number} ${number}`, 'small')
  if (receiver.kind === 'individual') return [first]
  return [
    first,
    left(`${PAPER_WORDS.organisation}: ${PAPER_WORDS.register}\u00a0${receiver.register}`, 'small'),
  ]
}

const goods = (line: SaleLine): readonly ReceiptBlock[] => [
  left(line.product.name, 'normal'),
  row(
    `${formatQuantity(line.quantity)}\u00a0${line.product.unit} × ${formatMoney(line.unitPrice)}`,
    formatMoney(line.amount),
  ),
  SPACE_AFTER_GOODS,
]

function figures(facts: ReceiptFacts): readonly ReceiptBlock[] {
  const { vat, cityTax } = taxes(facts)
  return [
    row(PAPER_WORDS.total, `${formatMoney(facts.totals.total)} ${PAPER_WORDS.currency}`, 'large'),
    SPACE_AFTER_TOTAL,
    ...unlessZero(PAPER_WORDS.vat, vat),
    ...unlessZero(PAPER_WORDS.cityTax, cityTax),
    ...facts.payments.map(({ how, amount }) => row(how, formatMoney(amount))),
    ...unlessZero(PAPER_WORDS.change, facts.change),
    ...(facts.surplus > 0 ? [row(PAPER_WORDS.surplus, formatMoney(facts.surplus))] : []),
  ]
}

const unlessZero = (label: string, amount: Money): readonly ReceiptBlock[] =>
  amount === 0 ? [] : [row(label, formatMoney(amount))]

/**
 * The service's own figures are printed as they came (law 8). While one of the e-receipts is still owed, or a part was
 * paid in cash, they are not those of the whole sale: then the terminal's own are.
 */
function taxes({ ereceipts, ereceiptOwed, totals }: ReceiptFacts): { vat: Money; cityTax: Money } {
  const covered = sumMoney(ereceipts.map(({ amount }) => amount))
  if (ereceipts.length === 0 || ereceiptOwed || covered < totals.total) return totals
  return {
    vat: sumMoney(ereceipts.map(({ vat }) => vat)),
    cityTax: sumMoney(ereceipts.map(({ cityTax }) => cityTax)),
  }
}

function ereceiptPart(ereceipt: PaperEReceipt, index: number, count: number): readonly ReceiptBlock[] {
  const title =
    count > 1
      ? [row(`${PAPER_WORDS.ereceipt} ${index}/${count}`, formatMoney(ereceipt.amount)), SPACE_AFTER_GOODS]
      : []
  return [
    RULE,
    ...title,
    centred(PAPER_WORDS.ereceiptId, 'small'),
    centred(ereceipt.printedId, 'small'),
    ...lottery(ereceipt.lottery),
    ...qr(ereceipt.qrData),
  ]
}

/** An organisation's e-receipt has none, nor has one for goods of type NO_VAT (field notes, "The printed e-receipt"). */
const lottery = (text: string): readonly ReceiptBlock[] =>
  text === '' ? [] : [{ kind: 'lottery', label: PAPER_WORDS.lottery, text }]

const qr = (data: string): readonly ReceiptBlock[] =>
  data === '' ? [] : [{ kind: 'qr', data, caption: null }]

const owed = ({ ereceiptOwed, cashWithoutEReceipt }: ReceiptFacts): readonly ReceiptBlock[] => [
  ...(ereceiptOwed ? notice(PAPER_WORDS.ereceiptOwed) : []),
  ...(cashWithoutEReceipt ? notice(PAPER_WORDS.cashWithoutEReceipt) : []),
]

const notice = (text: string): readonly ReceiptBlock[] => [RULE, { kind: 'notice', text }]

/** The one number that finds the sale at the service again, should the payer come back. */
const invoiceNumber = ({ senderInvoiceNo }: ReceiptFacts): readonly ReceiptBlock[] => [
  centred(`${PAPER_WORDS.invoice} ${senderInvoiceNo}`, 'small'),
]
