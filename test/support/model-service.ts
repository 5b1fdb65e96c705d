/** The payment service as a few lines of memory, for histories by the thousand. Its faults are asked for one by one. */
import { type ServiceClient, ServiceFailed } from '../../main/service/index.ts'
import type { FailureName } from '../../shared/failure.ts'
import { type Money, NO_MONEY } from '../../shared/money.ts'
import type { SeenPayment } from '../../shared/sale.ts'

/** Lost before or after the work was done; refused for a while; or the line is dead, so that nothing leaves. */
export type Fault = 'lost before' | 'lost after' | 'refused' | 'no line'

type ModelInvoice = { readonly id: string; readonly number: string; cancelled: boolean }

export function modelService() {
  const invoices: ModelInvoice[] = []
  const payments: SeenPayment[] = []
  const ereceipts: { readonly paymentId: string }[] = []
  let faults: Fault[] = []

  const failed = (name: FailureName, outcomeUnknown: boolean): ServiceFailed =>
    new ServiceFailed({
      operation: 'create invoice',
      name,
      status: null,
      code: null,
      serviceMessage: null,
      outcomeUnknown,
      repeatable: name !== 'INVOICE_PAID' && name !== 'INVOICE_ALREADY_CANCELED',
      retryAfterMs: null,
    })

  /** Does the work, unless the next fault befalls it. `writes` leave the outcome open when their answer is lost. */
  const call = async <Answer>(writes: boolean, work: () => Answer): Promise<Answer> => {
    const fault = faults.shift()
    if (fault === 'no line') throw failed('NO_CONNECTION', false)
    if (fault === 'refused') throw failed('RATE_LIMITED', false)
    if (fault === 'lost before') throw failed('TIMEOUT', writes)
    const answer = work()
    if (fault === 'lost after') throw failed('CONNECTION_LOST', writes)
    return answer
  }

  const invoiceOf = (id: string): ModelInvoice => {
    const invoice = invoices.find((one) => one.id === id)
    if (!invoice) throw failed('INVOICE_NOTFOUND', false)
    return invoice
  }
  const hasMoney = () => payments.some((payment) => payment.status === 'PAID')
  const statusOf = (invoice: ModelInvoice) => (invoice.cancelled ? 'CANCELLED' : hasMoney() ? 'PAID' : 'OPEN')

  const client: Partial<ServiceClient> = {
    createInvoice: (request) =>
      call(true, () => {
        const id = `invoice-${invoices.length + 1}`
        invoices.push({ id, number: request.sender_invoice_no, cancelled: false })
        return { invoiceId: id, qrText: id, shortUrl: null, banks: [] }
      }),
    listInvoices: ({ sender_invoice_no }) =>
      call(false, () =>
        invoices
          .filter((invoice) => invoice.number === sender_invoice_no)
          .map((invoice) => ({
            invoiceId: invoice.id,
            senderInvoiceNo: invoice.number,
            status: statusOf(invoice),
            amount: null,
            createdDate: null,
          })),
      ),
    getInvoice: (id) =>
      call(false, () => {
        const invoice = invoiceOf(id)
        return {
          invoiceId: id,
          status: statusOf(invoice),
          amount: null,
          senderInvoiceNo: invoice.number,
          qrText: id,
          shortUrl: null,
          banks: [],
        }
      }),
    cancelInvoice: (id) =>
      call(true, () => {
        const invoice = invoiceOf(id)
        if (invoice.cancelled) throw failed('INVOICE_ALREADY_CANCELED', false)
        if (hasMoney()) throw failed('INVOICE_PAID', false)
        invoice.cancelled = true
      }),
    checkPayment: () =>
      call(false, () => ({ count: payments.length, paidAmount: NO_MONEY, payments: [...payments] })),
    createEbarimt: ({ payment_id }) =>
      call(true, () => {
        if (!ereceipts.some((one) => one.paymentId === payment_id)) ereceipts.push({ paymentId: payment_id })
        const { amount } = payments.find((one) => one.paymentId === payment_id) ?? { amount: NO_MONEY }
        return {
          id: `e-${payment_id}`,
          receiptId: null,
          receiverType: '83',
          receiver: '',
          amount,
          vat: NO_MONEY,
          cityTax: NO_MONEY,
          qrData: 'qr',
          lottery: 'lottery',
          status: 'CREATED',
          statusDate: null,
        }
      }),
  }

  return {
    client: client as ServiceClient,
    invoices,
    payments,
    ereceipts,
    fail: (fault: Fault) => void faults.push(fault),
    heal: () => {
      faults = []
    },
    /** Somebody gave the money back, not by us. */
    refundElsewhere: () => {
      const index = payments.findIndex((payment) => payment.status === 'PAID')
      const payment = payments[index]
      if (payment) payments[index] = { ...payment, status: 'REFUNDED' }
    },
    /** A payer can only pay what was shown: the first invoice, cancelled or not. */
    pay: (amount: Money) => {
      if (invoices.length === 0) return
      const paymentId = `payment-${payments.length + 1}`
      payments.push({ paymentId, status: 'PAID', amount, type: 'P2P', wallet: null, bankCode: null })
    },
  }
}
