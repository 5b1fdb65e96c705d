/** Whether the QR of another till's sale was paid. Nothing is recorded but who asked, and the sale stays with its till. */
import type { PaymentOfTill } from '../../../shared/books/all-tills.ts'
import { CommandRefused } from '../../../shared/failure.ts'
import { ownPayments } from '../../../shared/sale/own-answers.ts'
import type { PaymentProvider } from '../../../shared/sale/providers.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import { checkForTill } from '../../sale/run/index.ts'
import type { ProjectionReaders } from '../../storage/projections/index.ts'
import type { ShopLink } from '../link/index.ts'

type Parts = {
  readonly link: Pick<ShopLink, 'ask' | 'member'>
  /** The sale of another till, as the shop database has it. */
  readonly one: (saleId: string) => Promise<{ readonly till: string; readonly sale: Sale } | null>
  readonly payments: PaymentProvider
  /** Of this till's journal. */
  readonly sales: Pick<
    ProjectionReaders['sales'],
    'byInvoice' | 'byNumber' | 'hasOtherWithMoney' | 'hasOtherWithReceipt'
  >
  readonly clock: Pick<Clock, 'now'>
}

export type CheckedForTill = PaymentOfTill & { readonly till: string; readonly number: string }

export function paymentsOfTills({ link, one, payments, sales, clock }: Parts) {
  const underWay = new Map<string, Promise<CheckedForTill>>()

  async function check(saleId: string): Promise<CheckedForTill> {
    const found = await one(saleId)
    if (found === null) throw new CommandRefused('NOT_FOUND')
    const { till, sale } = found
    if (till === link.member()?.code) throw new CommandRefused('SHOP_SALE_OWN')
    tell(sale)
    // What a sale of this till has is not the money of another till's sale. A guest sale here is that sale itself.
    const here = sales.byNumber(sale.senderInvoiceNo)
    const itself = here?.origin ? here : sale
    const result = await checkForTill(
      ownPayments(payments, sales, () => itself),
      sale,
      clock.now(),
    )
    return { ...result, till, number: sale.senderInvoiceNo }
  }

  /** If the till of the sale lives, it checks at once. If it does not hear of this, it finds the payment by its own checks. */
  function tell({ invoices }: Sale): void {
    const newest = invoices.findLast(({ invoice }) => invoice !== null)?.invoice
    if (newest) link.ask((database) => database.hint(newest.invoiceId)).catch(() => {})
  }

  /** Two presses at the same time make one check. */
  return (saleId: string): Promise<CheckedForTill> => {
    const running = underWay.get(saleId) ?? check(saleId).finally(() => underWay.delete(saleId))
    underWay.set(saleId, running)
    return running
  }
}
