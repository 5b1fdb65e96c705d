import type { PracticeControl } from '../../scripts/run/practice/index.ts'
import type { Invoice } from '../../shared/sale/sale.ts'
import type { SaleStatus } from '../../shared/sale/status.ts'
import type { Till } from './terminal.ts'

/** Rings up so many products; returns the sale. */
export async function rungUp(till: Till, goods = 2): Promise<{ saleId: string; total: number }> {
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: goods })
  for (const product of products) await till.ask('addProduct', { code: product.code })
  const { counter } = await till.view()
  return { saleId: counter?.sale.id ?? '', total: counter?.totals.total ?? 0 }
}

/** A sale whose QR is shown. */
export async function chargedSale(
  till: Till,
  goods = 2,
): Promise<{ saleId: string; total: number; invoice: Invoice }> {
  const { saleId, total } = await rungUp(till, goods)
  return { saleId, total, invoice: await till.charge(saleId) }
}

export async function stateOf(till: Pick<Till, 'ask'>, saleId: string): Promise<SaleStatus> {
  return (await till.ask('getSale', { saleId })).view.status
}

/** Empty as long as the sale has no invoice. */
export async function invoiceIdOf(till: Till, saleId: string): Promise<string> {
  const state = await stateOf(till, saleId)
  return 'invoice' in state && state.invoice ? state.invoice.invoiceId : ''
}

/** The service's id of an invoice's payment; empty when there is none. */
export const paymentOf = async (payer: PracticeControl, invoiceId: string): Promise<string> => {
  const { payments } = await payer.state()
  return payments.find(({ invoice_id }) => invoice_id === invoiceId)?.payment_id ?? ''
}
