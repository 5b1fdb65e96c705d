import { moneyAsNumber, moneyAsText } from '../../shared/money.ts'
import { formatQuantity } from '../../shared/quantity.ts'
import { formatSaleNumber, type InvoiceShape, type Sale, type SaleLine } from '../../shared/sale.ts'
import type { Settings } from '../../shared/settings.ts'
import type { InvoiceRequest, InvoiceRequestLine } from '../service/index.ts'
import { taxesIn, totalOf } from './totals.ts'

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
  const amount = moneyAsNumber(totalOf(sale.lines))
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

/** What a line's rounding to a whole tugrik gave or took goes along as a surcharge or a discount. */
function requestLine(line: SaleLine, cityTaxPercent: number): InvoiceRequestLine {
  const exact = (line.unitPrice * line.quantity) / 1000
  const rounding = line.amount - exact
  const { cityTax } = taxesIn(line.amount, line.product.cityTax ? cityTaxPercent : 0)
  return {
    tax_product_code: line.product.taxProductCode,
    line_description: line.product.name.slice(0, 255),
    line_quantity: formatQuantity(line.quantity),
    line_unit_price: moneyAsText(line.unitPrice),
    classification_code: line.product.classificationCode,
    ...(rounding < 0 ? { discounts: [{ description: ROUNDING, amount: roundingAmount(-rounding) }] } : {}),
    ...(rounding > 0 ? { surcharges: [{ description: ROUNDING, amount: roundingAmount(rounding) }] } : {}),
    ...(cityTax > 0 ? { taxes: [{ description: 'CITY_TAX', amount: moneyAsNumber(cityTax) }] } : {}),
  }
}

const ROUNDING = 'Бүхэл төгрөг болгосон зөрүү'

/** Hundredths with up to three decimals, as tugriks without a float's tail. */
const roundingAmount = (hundredths: number): number => Number((hundredths / 100).toFixed(5))
