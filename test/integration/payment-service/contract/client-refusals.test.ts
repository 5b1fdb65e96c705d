/**
 * Every error code of the contract (docs/payment-service.md#errors): the practice service sends it for its real cause,
 * and the client names it.
 */
import { expect, onTestFinished, test } from 'vitest'
import { machineClock, silentLog } from '../../../../main/base/clock-and-log.ts'
import {
  createServiceClient,
  type InvoiceRequest,
  type Operation,
  type ServiceClient,
  ServiceFailed,
} from '../../../../main/payment-service/client/index.ts'
import type { PracticeAddress } from '../../../../main/payment-service/practice/index.ts'
import {
  type PracticeControl,
  practiceControl,
  startPracticeWithFaults,
} from '../../../../scripts/run/practice/index.ts'
import { SERVICE_CODES, type ServiceCode } from '../../../../shared/failure.ts'

type Parts = {
  readonly client: ServiceClient
  readonly payer: PracticeControl
  readonly address: PracticeAddress
}
/** Brings about the refusal; the last call is the one that is refused. */
type Cause = (parts: Parts) => Promise<unknown>

const invoice = ({ address }: Parts, change: Partial<InvoiceRequest> = {}): InvoiceRequest =>
  ({
    shape: 'simple',
    invoice_code: address.invoice_code,
    sender_invoice_no: 'K01-1',
    invoice_receiver_code: 'terminal',
    invoice_description: 'x',
    callback_url: 'https://pos.invalid/callback',
    amount: 4350,
    ...change,
  }) as InvoiceRequest

const invoiced = async (parts: Parts) => (await parts.client.createInvoice(invoice(parts))).invoiceId
async function paid(parts: Parts, payment: object = {}) {
  const invoice_id = await invoiced(parts)
  return { invoice_id, ...(await parts.payer.pay({ invoice_id, type: 'CARD', ...payment })) }
}
const as = ({ address }: Parts, credentials: { username: string; password: string }): ServiceClient =>
  clientOf(address, credentials)
const ebarimt = (payment_id: string) => ({ payment_id, ebarimt_receiver_type: '83' }) as const

async function twice(parts: Parts, kind: 'cancelPayment' | 'refundPayment') {
  const { payment_id } = await paid(parts)
  await parts.client[kind](payment_id)
  await parts.client[kind](payment_id)
}
const pending = (parts: Parts) => paid(parts, { status: 'PENDING' })

const ROWS: readonly (readonly [Operation, number, ServiceCode, Cause])[] = [
  ['token', 401, 'AUTHENTICATION_FAILED', (p) => as(p, { ...p.address, password: 'wrong' }).tryCredentials()],
  ['create invoice', 400, 'INVOICE_CODE_INVALID', (p) => p.client.createInvoice(invoice(p, { invoice_code: 'X' }))],
  ['create invoice', 400, 'MIN_AMOUNT_ERR', (p) => p.client.createInvoice(invoice(p, { amount: 1 }))],
  ['create invoice', 400, 'MAX_AMOUNT_ERR', (p) => p.client.createInvoice(invoice(p, { amount: 1e9 }))],
  ['create invoice', 404, 'MERCHANT_NOTFOUND', async (p) => {
    await p.payer.merchant({ exists: false })
    await p.client.createInvoice(invoice(p))
  }],
  ['create invoice', 403, 'MERCHANT_INACTIVE', async (p) => {
    await p.payer.merchant({ active: false })
    await p.client.createInvoice(invoice(p))
  }],
  ['get invoice', 404, 'INVOICE_NOTFOUND', (p) => p.client.getInvoice('none')],
  ['cancel invoice', 404, 'INVOICE_NOTFOUND', (p) => p.client.cancelInvoice('none')],
  ['cancel invoice', 400, 'INVOICE_ALREADY_CANCELED', async (p) => {
    const id = await invoiced(p)
    await p.client.cancelInvoice(id)
    await p.client.cancelInvoice(id)
  }],
  ['cancel invoice', 400, 'INVOICE_PAID', async (p) => p.client.cancelInvoice((await paid(p)).invoice_id)],
  ['get payment', 404, 'PAYMENT_NOTFOUND', (p) => p.client.getPayment('none')],
  ['cancel payment', 404, 'PAYMENT_NOTFOUND', (p) => p.client.cancelPayment('none')],
  ['cancel payment', 400, 'PAYMENT_NOT_PAID', async (p) => p.client.cancelPayment((await pending(p)).payment_id)],
  ['cancel payment', 400, 'PAYMENT_ALREADY_CANCELED', (p) => twice(p, 'cancelPayment')],
  ['refund payment', 404, 'PAYMENT_NOTFOUND', (p) => p.client.refundPayment('none')],
  ['refund payment', 400, 'PAYMENT_NOT_PAID', async (p) => p.client.refundPayment((await pending(p)).payment_id)],
  ['refund payment', 400, 'PAYMENT_ALREADY_CANCELED', (p) => twice(p, 'refundPayment')],
  ['create e-receipt', 404, 'PAYMENT_NOTFOUND', (p) => p.client.createEbarimt(ebarimt('none'))],
  ['create e-receipt', 400, 'PAYMENT_NOT_PAID', async (p) =>
    p.client.createEbarimt(ebarimt((await pending(p)).payment_id))],
  ['create e-receipt', 400, 'EBARIMT_NOT_REGISTERED', async (p) => {
    const { payment_id } = await paid(p)
    await p.payer.merchant({ registered_for_ebarimt: false })
    await p.client.createEbarimt(ebarimt(payment_id))
  }],
  ['cancel e-receipt', 404, 'PAYMENT_NOTFOUND', (p) => p.client.cancelEbarimt('none')],
  ['cancel e-receipt', 400, 'EBARIMT_NOT_REGISTERED', async (p) =>
    p.client.cancelEbarimt((await paid(p)).payment_id)],
  ['cancel e-receipt', 400, 'EBARIMT_CANCEL_NOTSUPPERDED', async (p) => {
    const { payment_id } = await paid(p)
    await p.client.createEbarimt(ebarimt(payment_id))
    await p.payer.merchant({ ebarimt_cancel_supported: false })
    await p.client.cancelEbarimt(payment_id)
  }],
] // biome-ignore format: a table reads better in rows

/**
 * Codes that this client never meets, because it refuses such a request itself or never writes such a header (contract
 * suite).
 */
const OURS: readonly ServiceCode[] = [
  'NO_CREDENDIALS',
  'INVOICE_LINE_REQUIRED',
  'INVALID_AMOUNT',
  'INVALID_OBJECT_TYPE',
]

function clientOf({ url }: PracticeAddress, { username, password }: { username: string; password: string }) {
  const client = createServiceClient({
    baseUrl: url,
    credentials: { username, password },
    clock: machineClock,
    log: silentLog,
    random: () => 0,
  })
  onTestFinished(() => client.close())
  return client
}

for (const [operation, status, code, cause] of ROWS) {
  test(`${operation}: ${code} becomes a failure with its name, its status and the service's message, and its outcome is known`, async () => {
    const service = await startPracticeWithFaults({ clock: machineClock, log: silentLog })
    onTestFinished(() => service.stop())
    const { address } = service
    const parts = { address, payer: practiceControl(address), client: clientOf(address, address) }
    const error: unknown = await cause(parts).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ServiceFailed)
    expect((error as ServiceFailed).failure).toEqual({
      operation,
      name: code,
      status,
      code,
      // A message about an e-receipt may contain its lottery number, so the client does not keep it.
      serviceMessage: operation.endsWith('e-receipt') ? null : expect.stringMatching(/./),
      outcomeUnknown: false,
      numberMayExist: false,
      repeatable: false,
      retryAfterMs: null,
    })
  })
}

test('every error code of the contract is tested', () => {
  const met = new Set<ServiceCode>([...ROWS.map(([, , code]) => code), ...OURS])
  expect([...met].sort()).toEqual([...SERVICE_CODES].sort())
})
