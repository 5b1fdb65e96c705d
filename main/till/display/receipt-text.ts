/**
 * The receipt as text for a phone, which reads it from a QR on the customer display: no server, no connection. It has
 * neither lottery number nor tax QR, no number of an e-receipt or a payment, no register and no note.
 */
import { roundingIn } from '../../../shared/money/cash-rounding.ts'
import { formatMoney, type Money, NO_MONEY, sumMoney } from '../../../shared/money/money.ts'
import { formatQuantity } from '../../../shared/money/quantity.ts'
import { keptTenders } from '../../../shared/sale/money-of-sale.ts'
import { countOf, formatSaleNumber, type Sale, type SaleLine } from '../../../shared/sale/sale.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import { shopTime } from '../../../shared/shop/shop-day.ts'
import { leftOutWords, PAPER_WORDS } from '../../paper/draw/index.ts'

/**
 * Bytes of a QR of version 20 at level M (ISO/IEC 18004, table 7): 97 modules. On a screen of 600 lines, the QR has four
 * pixels a module then, as on paper.
 */
const MOST_BYTES = 666

const LONGEST_NAME = 28

/** In Mongolian, as on paper. What does not fit is left out from the last line on, and the text says how much that is. */
export function receiptText(
  sale: Pick<Sale, 'lines' | 'tenders' | 'terms' | 'soldAt' | 'sequence' | 'terminal'>,
  { total, vat }: { readonly total: Money; readonly vat: Money },
  { shop, testMode }: { readonly shop: Settings['shop']; readonly testMode: boolean },
): string | null {
  if (sale.soldAt === null) return null
  const seller = sale.terms?.seller ?? shop
  const off = sumMoney(sale.lines.map(({ share }) => share ?? NO_MONEY))
  const rounding = roundingIn(keptTenders(sale))
  const head = [
    ...(testMode ? [PAPER_WORDS.testMode] : []),
    short(seller.name),
    `${PAPER_WORDS.copy} ${PAPER_WORDS.number} ${sale.terminal} ${formatSaleNumber(sale.sequence)}`,
    shopTime(sale.soldAt).slice(0, 16),
    '',
  ]
  const foot = [
    ...(off === NO_MONEY ? [] : [`${PAPER_WORDS.discount} -${formatMoney(off)}`]),
    `${PAPER_WORDS.total} ${formatMoney(total)}`,
    ...(vat === NO_MONEY ? [] : [`${PAPER_WORDS.vat} ${formatMoney(vat)}`]),
    ...(rounding === NO_MONEY ? [] : [`${PAPER_WORDS.rounding} ${formatMoney(rounding)}`]),
  ]
  for (let shown = sale.lines.length; shown >= 0; shown--) {
    const text = [
      ...head,
      ...sale.lines.slice(0, shown).map(lineWords),
      ...leftOut(sale.lines.slice(shown)),
      ...foot,
    ]
    const whole = text.join('\n')
    if (Buffer.byteLength(whole) <= MOST_BYTES) return whole
  }
  return null
}

/** "Талх 2ш 5,000"; two packs of twelve as "Кола 2×12ш 36,000". */
function lineWords(line: SaleLine): string {
  const { product, pack } = line
  const count = `${formatQuantity(countOf(line))}${pack === undefined ? '' : `×${pack.pieces}`}${product.unit}`
  return `${short(product.name)} ${count} ${formatMoney(beforeShare(line))}`
}

/** The discount on the whole sale is a row of its own. */
const beforeShare = ({ amount, share }: SaleLine): Money => sumMoney([amount, share ?? NO_MONEY])

const leftOut = (lines: readonly SaleLine[]): readonly string[] =>
  lines.length === 0 ? [] : [leftOutWords(lines.length, formatMoney(sumMoney(lines.map(beforeShare))))]

const short = (name: string): string =>
  name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`
