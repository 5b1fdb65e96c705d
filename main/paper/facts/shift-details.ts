/** The further lines of X and Z for inspectors. Nothing is computed here. */

import {
  BRIDGE_PARTS,
  missingTaxes,
  type OfPerson,
  SALE_TENDERS,
  type ShiftTotals,
  type Tally,
  type Turnover,
  type Untold,
} from '../../../shared/books/shift.ts'
import { formatMoney, type Money } from '../../../shared/money/money.ts'
import { shownKind, tellsKinds } from '../../../shared/money/tax.ts'
import { bridgeWords, PAPER_WORDS, type ShiftFacts, shiftTenderWords, taxKindWords } from '../draw/index.ts'

type Details = ShiftFacts['details']
type Row = Details[number]['rows'][number]

/** Empty parts are left out. */
export const detailsOf = (totals: ShiftTotals): Details =>
  [
    { title: PAPER_WORDS.byTaxKind, rows: byKind(totals) },
    { title: PAPER_WORDS.moneyBack, rows: moneyBack(totals) },
    { title: PAPER_WORDS.toNet, rows: bridge(totals) },
    { title: PAPER_WORDS.control, rows: control(totals) },
    { title: PAPER_WORDS.withoutShift, rows: withoutShift(totals) },
  ].filter(({ rows }) => rows.length > 0)

const byKind = ({ kinds }: ShiftTotals): readonly Row[] =>
  (tellsKinds(kinds) ? kinds : []).flatMap(({ kind, amount, vat, cityTax, back, backVat }) => [
    sum(taxKindWords[shownKind({ kind, vat, backVat })], amount),
    ...unlessZero(`${PAPER_WORDS.ofWhich} ${PAPER_WORDS.vat}`, vat),
    ...unlessZero(`${PAPER_WORDS.ofWhich} ${PAPER_WORDS.cityTax}`, cityTax),
    ...unlessZero(
      `${taxKindWords[shownKind({ kind, vat, backVat })]}: ${PAPER_WORDS.refund.toLowerCase()}`,
      back,
    ),
  ])

const moneyBack = ({ back }: ShiftTotals): readonly Row[] =>
  SALE_TENDERS.flatMap((way) => (way === 'qr' ? [] : unlessNone(shiftTenderWords[way], back[way])))

/** The rows from the tenders to the net; none where the two are equal. */
function bridge({ bridge: parts, net }: Turnover): readonly Row[] {
  const rows = BRIDGE_PARTS.flatMap((part) => unlessZero(bridgeWords[part], parts[part]))
  return rows.length === 0 ? [] : [...rows, sum(PAPER_WORDS.net, net)]
}

const control = (totals: ShiftTotals): readonly Row[] => [
  ...totals.numbers.map(({ day, first, last }) => ({
    label: `${PAPER_WORDS.saleNumbers} ${day}`,
    value: `${first}–${last}`,
  })),
  ...totals.numbers.flatMap(({ day, missing }) =>
    missing === 0 ? [] : [{ label: `${PAPER_WORDS.missingNumbers} ${day}`, value: String(missing) }],
  ),
  sum(totals.recordsMissing ? PAPER_WORDS.runningTotalPartly : PAPER_WORDS.runningTotal, totals.running),
  ...unlessNone(PAPER_WORDS.discardedCarts, totals.carts),
  ...unlessNone(PAPER_WORDS.removedLines, totals.removed),
  ...people(PAPER_WORDS.changedPrices, totals.overrides),
  ...people(PAPER_WORDS.discounts, totals.discountsBy),
  ...people(PAPER_WORDS.soldBy, totals.cashiers),
  ...(totals.lastNumber === null ? [] : [{ label: PAPER_WORDS.lastSaleNumber, value: totals.lastNumber }]),
  { label: PAPER_WORDS.chainHead, value: headShown(totals.chain) },
]

function withoutShift({ before }: ShiftTotals): readonly Row[] {
  if (before === null) return []
  return [
    ...unlessNone(PAPER_WORDS.sales, before.sales),
    ...unlessNone(PAPER_WORDS.refunds, before.returns),
    ...SALE_TENDERS.flatMap((tender) => unlessNone(shiftTenderWords[tender], before.tenders[tender])),
    ...bridge(before),
    ...ereceiptsOf(before),
    ...taxesOf(before),
    ...taxesElsewhereOf(before),
  ]
}

/** The titles say that they are e-receipts, because they stand among other figures. */
const ereceiptsOf = ({ ereceipts }: Turnover): readonly Row[] => {
  const row = (words: string, tally: Tally) => unlessNone(`${PAPER_WORDS.ereceipts}: ${words}`, tally)
  return [
    ...row(PAPER_WORDS.ereceiptsIssued, ereceipts.issued),
    ...row(PAPER_WORDS.ereceiptsVoided, ereceipts.voided),
    ...row(PAPER_WORDS.ereceiptsElsewhere, ereceipts.elsewhere),
    ...row(PAPER_WORDS.ereceiptsElsewhereLater, ereceipts.elsewhereLater),
    ...row(PAPER_WORDS.ereceiptsElsewhereBack, ereceipts.elsewhereBack),
    ...row(PAPER_WORDS.ereceiptsTaxesUnknown, ereceipts.taxesUnknown),
    ...row(PAPER_WORDS.ereceiptsTaxesUnknownVoided, ereceipts.taxesUnknownVoided),
    ...row(PAPER_WORDS.ereceiptsTaxesTold, ereceipts.taxesTold),
  ]
}

/** The taxes of e-receipts. A tax of zero is left out, unless figures are missing in it. */
export const taxesOf = ({ taxes, untold }: Pick<Turnover, 'taxes' | 'untold'>): readonly Row[] => [
  ...taxRow(PAPER_WORDS.vat, taxes.vat, untold.vat),
  ...taxRow(PAPER_WORDS.cityTax, taxes.cityTax, untold.cityTax),
]

/** The taxes of the turnover for which e-receipts are issued elsewhere. */
export const taxesElsewhereOf = ({ ereceipts: { elsewhereTaxes } }: Pick<Turnover, 'ereceipts'>) => [
  ...unlessZero(`${PAPER_WORDS.ofElsewhere} ${PAPER_WORDS.vat}`, elsewhereTaxes.vat),
  ...unlessZero(`${PAPER_WORDS.ofElsewhere} ${PAPER_WORDS.cityTax}`, elsewhereTaxes.cityTax),
]

/** "909.09 + 2 − 1 unknown, 1 told later" */
function taxRow(label: string, amount: Money, untold: Untold): readonly Row[] {
  const missing = missingTaxes(untold)
  if (missing === '') return unlessZero(label, amount)
  const told = untold.told > 0 ? [`${untold.told} ${PAPER_WORDS.toldLater}`] : []
  const words = [`${formatMoney(amount)} ${missing} ${PAPER_WORDS.unknown}`, ...told]
  return [{ label, value: words.join(', ') }]
}

/** The first 16 digits, enough for `npm run audit:verify -- --head`, in groups of four. */
const headShown = ({ position, head }: ShiftTotals['chain']): string =>
  `${position}: ${(head.slice(0, 16).match(/.{4}/g) ?? []).join(' ')}`

const people = (what: string, all: readonly OfPerson[]): readonly Row[] =>
  all.map(({ name, ...tally }) => tallied(`${what}: ${name === '' ? PAPER_WORDS.nobody : name}`, tally))

const sum = (label: string, amount: Money): Row => ({ label, value: formatMoney(amount) })
const unlessZero = (label: string, amount: Money): readonly Row[] =>
  amount === 0 ? [] : [sum(label, amount)]
const tallied = (label: string, { count, amount }: Tally): Row =>
  sum(`${label}\u00a0(${count.toLocaleString('en')})`, amount)
const unlessNone = (label: string, tally: Tally): readonly Row[] =>
  tally.count === 0 && tally.amount === 0 ? [] : [tallied(label, tally)]
