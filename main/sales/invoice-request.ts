import { type Money, money, moneyAsNumber, moneyAsText } from '../../shared/money.ts'
import { formatQuantity } from '../../shared/quantity.ts'
import { formatSaleNumber, type InvoiceShape, type Sale, type SaleLine } from '../../shared/sale.ts'
import type { Settings } from '../../shared/settings.ts'
import type { InvoiceRequest, InvoiceRequestLine } from '../service/index.ts'
import { grossOf } from './discounts.ts'
import { taxesIn, totalOf, totalsOf } from './totals.ts'

export const shapeFor = (settings: Settings): InvoiceShape =>
  settings.invoicing.ereceipts ? 'ebarimt' : settings.invoicing.plainShape

/**
 * POST /v2/invoice for a sale (section 2.2). The ebarimt shape has no `amount`: the service adds up the lines, so they
 * must come to our total to the last möngö (docs/decisions/rounding.md).
 */
export function invoiceRequest(
  sale: Sale,
  shape: InvoiceShape,
  settings: Settings,
  invoiceCode: string,
): InvoiceRequest {
  const base = {
    invoice_code: invoiceCode,
    sender_invoice_no: sale.senderInvoiceNo,
    invoice_receiver_code: 'terminal',
    invoice_description: `${settings.shop.name}, № ${formatSaleNumber(sale.sequence)}`.slice(0, 255),
    callback_url: settings.invoicing.callbackUrl,
  }
  const lines = () => sale.lines.map((line) => requestLine(line, settings.cityTaxPercent))
  const total = totalOf(sale.lines)
  const due = 'due' in sale.state ? sale.state.due : total
  if (due < total) return { shape: 'full', ...base, ...partOf(sale, settings, due, total) }
  const amount = moneyAsNumber(total)
  switch (shape) {
    case 'simple':
      return { shape, ...base, amount }
    case 'full':
      return { shape, ...base, amount, allow_partial: false, allow_exceed: false, lines: lines() }
    case 'ebarimt':
      return {
        shape,
        ...base,
        tax_type: settings.invoicing.taxType,
        district_code: settings.shop.districtCode,
        lines: lines(),
      }
  }
}

/**
 * A part of the sale, the rest being taken in cash: one line for it, with its share of the city tax. The ebarimt shape
 * asks for no amount but adds up the goods, so that it cannot say a part (docs/decisions/split-tender.md).
 */
function partOf(sale: Sale, settings: Settings, due: Money, total: Money) {
  const { cityTax } = totalsOf(sale.lines, settings.cityTaxPercent)
  const share = money(Number((BigInt(cityTax) * BigInt(due) * 2n + BigInt(total)) / (BigInt(total) * 2n)))
  const line: InvoiceRequestLine = {
    tax_product_code: '',
    line_description: `№ ${formatSaleNumber(sale.sequence)} ${PART}`,
    line_quantity: '1',
    line_unit_price: moneyAsText(due),
    ...(share > 0 ? { taxes: [{ description: 'CITY_TAX', amount: moneyAsNumber(share) }] } : {}),
  }
  return { amount: moneyAsNumber(due), allow_partial: false, allow_exceed: false, lines: [line] }
}

const PART = 'борлуулалтын үлдэгдэл төлбөр'

/** What a line's rounding to a whole tugrik gave or took goes along as a surcharge or a discount, beside what is taken off. */
function requestLine(line: SaleLine, cityTaxPercent: number): InvoiceRequestLine {
  const exact = (line.unitPrice * line.quantity) / 1000
  const rounding = grossOf(line) - exact
  const discounts = [
    ...(rounding < 0 ? [{ description: ROUNDING, amount: roundingAmount(-rounding) }] : []),
    ...(line.off ? [{ description: DISCOUNT, amount: moneyAsNumber(line.off) }] : []),
    ...(line.share ? [{ description: SALE_DISCOUNT, amount: moneyAsNumber(line.share) }] : []),
  ]
  const { cityTax } = taxesIn(line.amount, line.product.cityTax ? cityTaxPercent : 0)
  return {
    tax_product_code: line.product.taxProductCode,
    line_description: line.product.name.slice(0, 255),
    line_quantity: formatQuantity(line.quantity),
    line_unit_price: moneyAsText(line.unitPrice),
    classification_code: line.product.classificationCode,
    ...(discounts.length > 0 ? { discounts } : {}),
    ...(rounding > 0 ? { surcharges: [{ description: ROUNDING, amount: roundingAmount(rounding) }] } : {}),
    ...(cityTax > 0 ? { taxes: [{ description: 'CITY_TAX', amount: moneyAsNumber(cityTax) }] } : {}),
  }
}

const DISCOUNT = 'Хөнгөлөлт'
const SALE_DISCOUNT = 'Борлуулалтын хөнгөлөлт'
const ROUNDING = 'Бүхэл төгрөг болгосон зөрүү'

/** Hundredths with up to three decimals, as tugriks without a float's tail. */
const roundingAmount = (hundredths: number): number => Number((hundredths / 100).toFixed(5))
