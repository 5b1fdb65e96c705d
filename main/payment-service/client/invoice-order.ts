/** The request of POST /v2/invoice for an order (docs/payment-service.md#create-an-invoice), in one of three shapes. */
import { type Money, money, moneyAsNumber, moneyAsText } from '../../../shared/money/money.ts'
import { formatQuantity } from '../../../shared/money/quantity.ts'
import { bearsTax, type LineTaxes, taxesOf } from '../../../shared/money/tax.ts'
import type { InvoiceOrder } from '../../../shared/sale/providers.ts'
import { countOf, nameOf, type SaleLine } from '../../../shared/sale/sale.ts'
import { issuesEReceipts, ratesOf, taxable } from '../../../shared/sale/taxes.ts'
import { grossOf } from '../../../shared/sale/totals.ts'
import type { Product } from '../../../shared/shop/product.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import { oneLine } from '../../../shared/texts/one-line.ts'
import type { InvoiceRequest, InvoiceRequestLine } from './types.ts'

/**
 * The ebarimt shape has no `amount`: the service adds up the lines, so they must equal the total to the last möngö
 * (docs/decisions/rounding.md).
 */
export function invoiceRequest(order: InvoiceOrder, settings: Settings, invoiceCode: string): InvoiceRequest {
  const { seller } = order.terms
  const base = {
    invoice_code: invoiceCode,
    sender_invoice_no: order.number,
    invoice_receiver_code: 'terminal',
    invoice_description: oneLine(`${seller.name}, № ${order.saleNumber}`, 255),
    callback_url: settings.invoicing.callbackUrl,
  }
  const amount = moneyAsNumber(order.amount)
  const exact = { amount, allow_partial: false, allow_exceed: false }
  const taxes = taxesOf(order.lines.map(taxable), ratesOf(order.terms, settings))
  const isRest = order.amount < order.total
  const lines = isRest
    ? [restLine(order, taxes.cityTax)]
    : order.lines.map((line, index) => requestLine(line, taxes.perLine[index]))
  if (issuesEReceipts(order, order.terms))
    return {
      shape: 'ebarimt',
      ...base,
      tax_type: taxTypeOf(order),
      district_code: seller.districtCode,
      lines,
    }
  // The lines of the full shape have codes too.
  if (order.terms.codesRefused) return { shape: 'simple', ...base, amount }
  return settings.invoicing.plainShape === 'simple' && !isRest
    ? { shape: 'simple', ...base, amount }
    : { shape: 'full', ...base, ...exact, lines }
}

/** An invoice has one tax type, because a cart of several kinds is split before it is charged. */
const taxTypeOf = ({ lines, terms }: InvoiceOrder): string =>
  terms.taxCodes[firstTaxed(lines)?.taxKind ?? 'vat']

const firstTaxed = (lines: readonly SaleLine[]): Product | undefined =>
  (lines.find(bearsTax) ?? lines[0])?.product

/**
 * One line for the rest of a sale that was partly paid with tenders, with the codes of the first product and the rest's
 * share of the city tax (docs/decisions/tenders.md).
 */
function restLine({ amount, total, saleNumber, lines }: InvoiceOrder, cityTax: Money): InvoiceRequestLine {
  const share = money(Number((BigInt(cityTax) * BigInt(amount) * 2n + BigInt(total)) / (BigInt(total) * 2n)))
  const first = firstTaxed(lines)
  return {
    tax_product_code: first?.taxProductCode ?? '',
    line_description: `№ ${saleNumber} ${REST}`,
    line_quantity: '1',
    line_unit_price: moneyAsText(amount),
    ...(first && classOf(first)),
    ...cityTaxOf(share),
  }
}

/** The contract has no empty class of goods. */
const classOf = ({ classificationCode: code }: Product) => (code === '' ? {} : { classification_code: code })

const REST = 'борлуулалтын үлдэгдэл төлбөр'

const cityTaxOf = (amount: Money) =>
  amount > 0 ? { taxes: [{ description: 'CITY_TAX', amount: moneyAsNumber(amount) }] } : {}

/** Sends the rounding of a line to whole tugriks as a surcharge or a discount, beside the line's own discount. */
function requestLine(line: SaleLine, taxes: LineTaxes | undefined): InvoiceRequestLine {
  const count = countOf(line)
  const rounding = grossOf(line) * 1000 - line.unitPrice * count
  const discounts = [
    ...(rounding < 0 ? [{ description: ROUNDING, amount: roundingAmount(-rounding) }] : []),
    ...(line.off ? [{ description: DISCOUNT, amount: moneyAsNumber(line.off) }] : []),
    ...(line.share ? [{ description: SALE_DISCOUNT, amount: moneyAsNumber(line.share) }] : []),
  ]
  return {
    tax_product_code: line.product.taxProductCode,
    line_description: oneLine(nameOf(line), 255),
    line_quantity: formatQuantity(count),
    line_unit_price: moneyAsText(line.unitPrice),
    ...classOf(line.product),
    ...(discounts.length > 0 ? { discounts } : {}),
    ...(rounding > 0 ? { surcharges: [{ description: ROUNDING, amount: roundingAmount(rounding) }] } : {}),
    ...cityTaxOf(taxes?.cityTax ?? money(0)),
  }
}

const DISCOUNT = 'Хөнгөлөлт'
const SALE_DISCOUNT = 'Борлуулалтын хөнгөлөлт'
const ROUNDING = 'Бүхэл төгрөг болгосон зөрүү'

/** Converts thousandths of a hundredth to tugriks. */
const roundingAmount = (thousandths: number): number => thousandths / 100_000
