/**
 * Implements the interfaces of shared/sale/providers.ts for this payment service: its field names, shapes and codes stay
 * here. Throws only for errors of the program.
 */
import { formatMoney, type Money, NO_MONEY } from '../../../shared/money/money.ts'
import type {
  Answer,
  FiscalReceiptProvider,
  FoundInvoice,
  InvoiceStanding,
  IssuedReceipt,
  PaymentProvider,
  Refusal,
} from '../../../shared/sale/providers.ts'
import type { Receiver } from '../../../shared/sale/sale.ts'
import { parseRegister } from '../../../shared/shop/register-number.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import { asFailure, ServiceFailed } from './failed.ts'
import { findInvoices } from './find-invoices.ts'
import { invoiceRequest } from './invoice-order.ts'
import type { Ebarimt, InvoiceStatus, ServiceClient, ServiceFailure } from './types.ts'

export type ProviderParts = {
  readonly client: ServiceClient
  readonly settings: () => Settings
  readonly invoiceCode: string
}

export const paymentProvider = ({ client, settings, invoiceCode }: ProviderParts): PaymentProvider => ({
  createInvoice: (order) =>
    // `invoiceRequest` runs inside, so that an order that the settings do not allow is refused and nothing is sent.
    answered(
      () => client.createInvoice(invoiceRequest(order, settings(), invoiceCode)),
      (why) => ({
        ...refusal(why),
        outcomeUnknown: why.outcomeUnknown || why.numberMayExist,
        refused: !why.outcomeUnknown && why.numberMayExist,
      }),
    ),
  findInvoices: (number, options) =>
    answered(async () => {
      const { invoices, complete } = await findInvoices(client, number, options)
      return { invoices: invoices.map(foundInvoice), whole: complete }
    }),
  getInvoice: (invoiceId, options) =>
    answered(async () => {
      const detail = await unlessGone(() => client.getInvoice(invoiceId, options), 'INVOICE_NOTFOUND')
      if (detail === null) return 'gone' as const
      const { amount, status, qrText, shortUrl, banks } = detail
      const invoice = { invoiceId, qrText: qrText ?? '', shortUrl, banks }
      return { standing: STANDINGS[status], amount, invoice }
    }),
  cancelInvoice: (invoiceId) =>
    answered(
      async () => {
        await doneBefore(() => client.cancelInvoice(invoiceId), ['INVOICE_ALREADY_CANCELED'])
        return null
      },
      // "Not found" leaves the outcome unknown, because a new invoice may not be known everywhere at the service.
      (why) => ({ ...refusal(why), outcomeUnknown: why.outcomeUnknown || why.name === 'INVOICE_NOTFOUND' }),
    ),
  checkPayments: (invoiceId, options) =>
    answered(async () => {
      const { payments, missing } = await client.checkPayment(invoiceId, options)
      return { payments, whole: !missing }
    }),
  getPayment: (paymentId, options) =>
    answered(() => unlessGone(() => client.getPayment(paymentId, options), 'PAYMENT_NOTFOUND')),
  refund: (paymentId, { operation, reason }) => {
    const ask = operation === 'cancel' ? client.cancelPayment : client.refundPayment
    return answered(async () => {
      // Already cancelled means that the payer has the money, by an earlier request of ours or by somebody else's.
      await doneBefore(() => ask(paymentId, { note: reason }), ['PAYMENT_ALREADY_CANCELED'])
      return null
    })
  },
})

export const receiptProvider = ({ client }: Pick<ProviderParts, 'client'>): FiscalReceiptProvider => ({
  issue: ({ paymentId, receiver, amounts, terms }) =>
    answered(async () => {
      const [type, register] = receiverOf(receiver)
      try {
        const ebarimt = await client.createEbarimt({
          payment_id: paymentId,
          ebarimt_receiver_type: type,
          ebarimt_receiver: register,
          district_code: terms.seller.districtCode,
        })
        return issuedReceipt(ebarimt, receiver, amounts)
      } catch (error) {
        // A check listed the payment as paid, but another part of the service does not know it yet.
        if (named(error, ['PAYMENT_NOT_PAID', 'PAYMENT_NOTFOUND'])) return 'early' as const
        throw error
      }
    }),
  void: (paymentId) =>
    answered(async () => {
      const gone = await unlessGone(() => client.cancelEbarimt(paymentId), 'EBARIMT_NOT_REGISTERED')
      return gone === null ? ('absent' as const) : ('voided' as const)
    }),
})

const refusal = (why: ServiceFailure): Refusal => ({
  failure: asFailure(why),
  outcomeUnknown: why.outcomeUnknown,
  repeatable: why.repeatable,
})

async function answered<Value>(
  work: () => Promise<Value>,
  refused: (why: ServiceFailure) => Refusal = refusal,
): Promise<Answer<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (error instanceof ServiceFailed) return { ok: false, why: refused(error.failure) }
    throw error
  }
}

const named = (error: unknown, names: readonly string[]): boolean =>
  error instanceof ServiceFailed && names.includes(error.failure.name)

async function unlessGone<Value>(work: () => Promise<Value>, name: string): Promise<Value | null> {
  try {
    return await work()
  } catch (error) {
    if (named(error, [name])) return null
    throw error
  }
}

const doneBefore = async (work: () => Promise<void>, names: readonly string[]): Promise<void> => {
  await work().catch((error: unknown) => {
    if (!named(error, names)) throw error
  })
}

const STANDINGS: Readonly<Record<InvoiceStatus, InvoiceStanding>> = {
  OPEN: 'open',
  PAID: 'paid',
  CANCELLED: 'cancelled',
  unknown: 'unknown',
}

const foundInvoice = (row: {
  readonly invoiceId: string
  readonly amount: FoundInvoice['amount']
  readonly status: InvoiceStatus
}): FoundInvoice => ({ invoiceId: row.invoiceId, amount: row.amount, standing: STANDINGS[row.status] })

const receiverOf = (receiver: Receiver): readonly ['83' | '84', string] =>
  receiver.kind === 'organisation' ? ['84', receiver.register] : ['83', '']

const issuedReceipt = (ebarimt: Ebarimt, receiver: Receiver, amounts: readonly Money[]): IssuedReceipt => ({
  ereceiptId: ebarimt.id,
  printedId: ebarimt.receiptId ?? ebarimt.id,
  issuedAt: ebarimt.statusDate,
  amount: ebarimt.amount,
  vat: ebarimt.vat,
  cityTax: ebarimt.cityTax,
  lottery: ebarimt.lottery,
  qrData: ebarimt.qrData,
  invalidReason: whyNotPrinted(ebarimt, receiver, amounts),
})

/** Why an e-receipt is not printed; null for ours. A receiver or amount that the service leaves out is accepted. */
function whyNotPrinted(ebarimt: Ebarimt, receiver: Receiver, amounts: readonly Money[]): string | null {
  if (!ebarimt.active) return ebarimt.statusWord ?? ebarimt.status
  if (ebarimt.amount > NO_MONEY && !amounts.includes(ebarimt.amount)) return formatMoney(ebarimt.amount)
  const [type, register] = receiverOf(receiver)
  if (ebarimt.receiverType !== 'unknown' && ebarimt.receiverType !== type) return ebarimt.receiverType
  const told = parseRegister(ebarimt.receiver)?.register ?? ebarimt.receiver
  return type === '84' && told !== '' && told !== register ? told : null
}
