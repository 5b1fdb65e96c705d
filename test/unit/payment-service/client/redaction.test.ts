/**
 * No secret is in a log line, an error, an event of a listener or a URL (docs/payment-service.md#authentication). Tries
 * every method with every kind of answer.
 */
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import type { ServiceClient } from '../../../../main/payment-service/client/index.ts'
import { EBARIMT, INVOICE, TAXED } from './samples.ts'
import {
  type Asked,
  clientOf,
  keptLog,
  type Script,
  scriptedService,
  skippingClock,
} from './scripted-service.ts'

const DAYS = { object_id: 'inv-1', start_date: '2026-06-01', end_date: '2026-06-30' }
const METHODS: Readonly<Record<string, (client: ServiceClient) => Promise<unknown>>> = {
  createInvoice: (client) => client.createInvoice(INVOICE),
  'createInvoice, taxed': (client) => client.createInvoice(TAXED),
  'createInvoice, refused here': (client) => client.createInvoice({ ...INVOICE, amount: 0 }),
  getInvoice: (client) => client.getInvoice('inv-1'),
  cancelInvoice: (client) => client.cancelInvoice('inv-1'),
  listInvoices: (client) => client.listInvoices({}),
  checkInvoice: (client) => client.checkInvoice('inv-1'),
  checkPayment: (client) => client.checkPayment('inv-1'),
  getPayment: (client) => client.getPayment('p-1'),
  listPayments: (client) => client.listPayments(DAYS),
  cancelPayment: (client) => client.cancelPayment('p-1', { note: 'x' }),
  refundPayment: (client) => client.refundPayment('p-1'),
  createEbarimt: (client) => client.createEbarimt(EBARIMT),
  cancelEbarimt: (client) => client.cancelEbarimt('p-1'),
  tryCredentials: (client) => client.tryCredentials(),
}

const PASSWORD = 'S3cret "нууц" <b>%&=</b>'
const LOGIN = Buffer.from(`SHOP_1:${PASSWORD}`).toString('base64')

/** All that a service knows of us, in every spelling in which it may echo it, and tokens of somebody else. */
const echoOf = ({ headers: { authorization = '' } }: Asked): string =>
  [
    authorization,
    authorization.replace(/fresh1$/, '\u200bfresh1'),
    authorization.replace(/fresh1$/, '<u>fresh1</u>'),
    PASSWORD,
    PASSWORD.replace('cret', 'cret \u0007'),
    encodeURIComponent(PASSWORD),
    JSON.stringify(PASSWORD),
    LOGIN,
    'Bearer foreignToken',
  ].join(' ')

const PATHS: readonly ((asked: Asked) => Script)[] = [
  (asked) => ({ status: 400, json: { error_code: 'INVOICE_PAID', message: echoOf(asked) } }),
  (asked) => ({ status: 400, json: { error_code: echoOf(asked), message: { nested: echoOf(asked) } } }),
  (asked) => ({ status: 403, json: { error: echoOf(asked) } }),
  (asked) => ({ status: 401, json: { error_code: 'AUTHENTICATION_FAILED', message: echoOf(asked) } }),
  (asked) => ({ status: 429, json: { message: echoOf(asked) } }),
  (asked) => ({ status: 500, json: { message: `${'x'.repeat(150)} ${echoOf(asked)}` } }),
  (asked) => ({ status: 502, text: `<html>${echoOf(asked)}</html>` }),
  (asked) => ({ status: 302, headers: { location: `/login?token=${asked.headers.authorization}` } }),
  (asked) => ({ text: `<html>${echoOf(asked)}` }),
  (asked) => ({ json: { [echoOf(asked)]: 1, invoice_id: [echoOf(asked)], rows: [{ [echoOf(asked)]: 1 }] } }),
  (asked) => ({
    json: {
      count: 1,
      paid_amount: 1,
      rows: [
        {
          payment_id: '1',
          payment_status: echoOf(asked),
          payment_amount: '1',
          payment_type: echoOf(asked),
          invoice_id: '1',
          sender_invoice_no: '1',
          invoice_status: echoOf(asked),
        },
      ],
      barimt_status: echoOf(asked),
    },
  }),
  () => 'reset',
  () => 'cut',
  () => 'silence',
]

test('no password or token gets into a log line, an error, a listener or a URL, whatever the service does', async () => {
  const log = keptLog()
  const seen: string[] = []
  const service = await scriptedService()
  const pair = (number: number): Script => ({
    json: {
      access_token: `eyJhbGciOiJSUzI1NiJ9.secretAccess${number}.sig`,
      expires_in: 600,
      refresh_token: `opaque-secretRefresh${number}`,
      refresh_expires_in: 3600,
    },
  })
  for (const play of PATHS) {
    for (const [method, call] of Object.entries(METHODS)) {
      for (const broken of ['call', 'login', 'refresh'] as const) {
        const client = clientOf(service.url, {
          credentials: { username: 'SHOP_1', password: PASSWORD },
          clock: skippingClock(),
          log,
          timeouts: { answerMs: play(ANY) === 'silence' ? 30 : 10_000 },
          onReached: (failure) => void seen.push(inspect(failure)),
        })
        service.login = broken === 'login' ? play(ANY) : pair(1)
        service.refresh = broken === 'refresh' ? play(ANY) : pair(2)
        if (broken === 'call') {
          service.tokens.access.add('eyJhbGciOiJSUzI1NiJ9.secretAccess1.sig')
          service.script = play
        } else service.tokens.access.clear()
        const error: unknown = await call(client).catch((thrown: unknown) => thrown)
        if (error instanceof Error)
          seen.push(
            method,
            inspect(error, { depth: 9 }),
            JSON.stringify(error),
            String(error),
            error.stack ?? '',
          )
        await client.close()
      }
    }
  }
  const urls = service.asked.map(({ path }) => path)
  const all = [...seen, ...log.lines, ...urls].join('\n')
  for (const secret of [
    'S3cret',
    'нууц',
    encodeURIComponent('нууц'),
    LOGIN,
    'secretAccess',
    'secretRefresh',
    'fresh1',
    'foreignToken',
    'eyJ',
  ])
    expect(all.includes(secret), secret).toBe(false)
  expect(log.lines.length).toBeGreaterThan(300)
  expect(new Set(urls).size).toBeGreaterThan(10)
})

/** A request for the echo of a login, when there is no real one. */
const ANY: Asked = {
  method: 'POST',
  path: '/v2/auth/token',
  headers: { authorization: `Basic ${LOGIN}` },
  body: undefined,
}

test('the texts for people in an answer have no password and no token, and its ids and QR stay as they are', async () => {
  const token = 'opaque-access-0'
  const echo = (asked: Asked) => `Bank ${echoOf(asked)} opaque-acc\u200bess-0`
  const service = await scriptedService((asked) => ({
    json: {
      invoice_id: token,
      qr_text: token,
      urls: [{ name: echo(asked), description: echo(asked), link: `bank://q?qr=${token}` }],
      count: 1,
      rows: [
        {
          payment_id: token,
          payment_status: 'PAID',
          payment_amount: '1',
          payment_wallet: echo(asked),
          payment_name: echo(asked),
          payment_description: echo(asked),
          invoice_id: token,
          sender_invoice_no: token,
          invoice_description: echo(asked),
        },
      ],
    },
  }))
  service.login = {
    json: {
      access_token: token,
      expires_in: 600,
      refresh_token: 'opaque-refresh-0',
      refresh_expires_in: 3600,
    },
  }
  service.tokens.access.add(token)
  const client = clientOf(service.url, { credentials: { username: 'SHOP_1', password: PASSWORD } })
  const page = { number: 1, size: 10 }
  const { banks, ...created } = await client.createInvoice(INVOICE)
  const { payments } = await client.checkPayment('inv-1')
  const paymentRows = (await client.paymentPage(DAYS, page)).rows
  const invoiceRows = (await client.invoicePage({}, page)).rows
  const texts = inspect([
    banks.map(({ name, description }) => [name, description]),
    payments.map(({ wallet }) => wallet),
    paymentRows.map(({ wallet, name, description }) => [wallet, name, description]),
    invoiceRows.map(({ description }) => description),
  ])
  expect(texts.match(/Bank/g)).toHaveLength(7)
  for (const secret of [token, 'нууц', LOGIN, encodeURIComponent(PASSWORD)])
    expect(texts).not.toContain(secret)
  expect(created).toMatchObject({ invoiceId: token, qrText: token })
  expect([payments[0]?.paymentId, invoiceRows[0]?.senderInvoiceNo]).toEqual([token, token])
})
