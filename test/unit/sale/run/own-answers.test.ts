/** The service gives a sale what another sale has, or gives the same to two sales at the same time. */
import { expect, test } from 'vitest'
import { type Money, tugriks } from '../../../../shared/money/money.ts'
import type { Sale, SaleEvent, SeenPayment } from '../../../../shared/sale/sale.ts'
import { statusOf } from '../../../../shared/sale/status.ts'
import { opened, paidBy, requested, rung } from '../../../support/sample-sale.ts'
import { runnerUnderTest } from './runner-under-test.ts'

const PRICE = tugriks(2500)
const OPENED = opened as Extract<SaleEvent, { kind: 'opened' }>

function shop() {
  const under = runnerUnderTest(3_600_000)
  const { client, store, until } = under
  const sale = (no: number): Sale => under.saleNamed(`sale-${no}`)
  const charge = (no: number): void => {
    const number = `K01-261120-${String(no).padStart(4, '0')}-TEST`
    store.append(`sale-${no}`, [{ ...OPENED, sequence: no, senderInvoiceNo: number }, rung, requested])
  }
  const isShown = (no: number): boolean => statusOf(sale(no)).name === 'awaiting-payment'
  return {
    ...under,
    sale,
    charge,
    isShown,
    /** Sales with these numbers whose QRs are shown. */
    charged: async (...numbers: readonly number[]) => {
      for (const no of numbers) {
        charge(no)
        await until(() => isShown(no))
      }
    },
    /** The money that all sales together have of a payment. */
    moneyOf: (paymentId: string, ...numbers: readonly number[]): Money =>
      numbers
        .flatMap((no) => sale(no).payments)
        .filter((one) => one.paymentId === paymentId)
        .reduce((sum, { came }) => (sum + came) as Money, 0 as Money),
    invoiceOf: (no: number): string | undefined =>
      sale(no).invoices.find(({ step }) => step.name === 'open')?.invoice?.invoiceId,
    /** Answers every check of these invoices with these rows. */
    lists: (rows: Readonly<Record<string, readonly SeenPayment[]>>) => {
      client.checkPayment = async (id) => ({ payments: rows[id] ?? [], complete: true, missing: false })
    },
  }
}

/** Lets the first two calls wait for each other, so that both are answered at the same time. */
function together<Asked extends readonly unknown[], Value>(call: (...asked: Asked) => Promise<Value>) {
  let arrived = 0
  let open = (): void => {}
  const both = new Promise<void>((resolve) => {
    open = resolve
  })
  return async (...asked: Asked): Promise<Value> => {
    arrived += 1
    if (arrived === 2) open()
    if (arrived <= 2) await both
    return call(...asked)
  }
}

test('when two charges are answered with one invoice at the same time, only one sale takes it', async () => {
  const { service, client, charge, isShown, invoiceOf, until } = shop()
  const create = client.createInvoice
  let calls = 0
  client.createInvoice = together(async (request) => {
    const created = await create(request)
    calls += 1
    return calls <= 2 ? { ...created, invoiceId: 'invoice-1', qrText: 'invoice-1' } : created
  })
  charge(1)
  charge(2)
  await until(() => isShown(1) && isShown(2))
  expect(new Set([invoiceOf(1), invoiceOf(2)])).toEqual(new Set(['invoice-1', 'invoice-2']))
  expect(service.invoices).toHaveLength(2)
})

test('an invoice of another sale that is listed under the number is neither taken nor cancelled', async () => {
  const { service, client, charge, charged, sale, isShown, invoiceOf, until } = shop()
  await charged(1)
  const list = client.listInvoices
  client.listInvoices = async (wanted) => {
    const { rows, ...rest } = await list(wanted)
    const others = (await list({ sender_invoice_no: sale(1).senderInvoiceNo })).rows
    const { sender_invoice_no: senderInvoiceNo = '' } = wanted
    return { ...rest, rows: [...others.map((row) => ({ ...row, senderInvoiceNo })), ...rows] }
  }
  service.fail('lost after')
  charge(2)
  await until(() => isShown(2))
  expect(invoiceOf(2)).toBe('invoice-2')
  expect(service.invoices).toMatchObject([{ cancelled: false }, { cancelled: false }])
})

test('a charge that is answered with an invoice of the sale that is to be cancelled gets its own', async () => {
  const { service, client, store, charge, sale, isShown, invoiceOf, until } = shop()
  const list = client.listInvoices
  client.listInvoices = async (wanted) => {
    const { rows, ...rest } = await list(wanted)
    return { ...rest, rows: rows.map((row) => ({ ...row, amount: tugriks(1) })) }
  }
  service.fail('lost after')
  charge(1)
  await until(() => statusOf(sale(1)).name === 'open')
  const create = client.createInvoice
  client.createInvoice = async (request) => {
    client.createInvoice = create
    client.listInvoices = list
    return { ...(await create(request)), invoiceId: 'invoice-1', qrText: 'invoice-1' }
  }
  const number = `${sale(1).senderInvoiceNo}-2`
  store.append('sale-1', [{ kind: 'invoice-requested', total: PRICE, due: PRICE, attempt: 1, number }])
  await until(() => isShown(1))
  expect(invoiceOf(1)).toBe('invoice-2')
  expect(service.invoices).toMatchObject([{ cancelled: true }, { cancelled: false }])
})

test('when two checks list one payment at the same time, only one sale counts it', async () => {
  const { client, runner, charged, sale, moneyOf, lists, until } = shop()
  await charged(1, 2)
  const row = paidBy(2500, 'payment-1')
  lists({ 'invoice-1': [row], 'invoice-2': [row] })
  client.checkPayment = together(client.checkPayment)
  runner.checkNow('sale-1')
  runner.checkNow('sale-2')
  await until(() => sale(1).soldAt !== null || sale(2).soldAt !== null)
  await until(() => [sale(1), sale(2)].some(({ notices }) => notices.length > 0))
  expect(moneyOf('payment-1', 1, 2)).toBe(PRICE)
})

test('a payment that an earlier answer listed as pending for another sale counts for the sale that is paid with it', async () => {
  const { service, runner, charged, sale, moneyOf, lists, until } = shop()
  await charged(1, 2)
  lists({ 'invoice-1': [paidBy(2500, 'payment-1', 'PENDING')] })
  runner.checkNow('sale-1')
  await until(() => sale(1).payments.length === 1)
  service.pay(PRICE, 'P2P', 'invoice-2')
  lists({ 'invoice-2': [paidBy(2500, 'payment-1')] })
  await until(() => sale(2).soldAt !== null)
  lists({ 'invoice-1': [paidBy(2500, 'payment-1')] })
  await until(() => sale(1).notices.length > 0)
  expect(moneyOf('payment-1', 1, 2)).toBe(PRICE)
})

test('two payments of one sale do not get one e-receipt', async () => {
  const { service, client, charged, sale, until } = shop()
  await charged(1)
  service.pay(tugriks(1250), 'P2P', 'invoice-1')
  service.pay(tugriks(1250), 'P2P', 'invoice-1')
  const create = client.createEbarimt
  client.createEbarimt = async (request) => ({ ...(await create(request)), id: 'e-1' })
  await until(() => sale(1).ereceipts.filter(({ step }) => step !== 'due').length === 2)
  expect(sale(1).ereceipts.filter(({ step }) => step === 'issued')).toHaveLength(1)
  await until(() => sale(1).ereceipts.some(({ step }) => step === 'refused'))
})

test('a check that lists ten thousand payments again and again does not stop the till', async () => {
  const { runner, charged, sale, lists, until } = shop()
  await charged(1)
  const rows = Array.from({ length: 10_000 }, (_, no) => paidBy(1, `payment-${no}`, 'PENDING'))
  lists({ 'invoice-1': rows })
  await until(() => sale(1).payments.length === rows.length)
  for (let again = 0; again < 3; again += 1) {
    runner.checkNow('sale-1')
    await runner.whenIdle('sale-1')
  }
  expect(sale(1).payments).toHaveLength(rows.length)
})
