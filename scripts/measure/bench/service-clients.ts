/** Clients of the payment service that log in by themselves: the product's, and the two libraries. */
import { type Agent, type Dispatcher, request } from 'undici'
import { type Clock, machineClock, silentLog } from '../../../main/base/environment.ts'
import { createServiceClient } from '../../../main/payment-service/client/index.ts'
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import { practiceControl } from '../../run/practice/index.ts'
import { peer } from './peers.ts'

export type Checks = {
  /** Asks whether the invoice is paid, as a till does every second. */
  readonly check: (invoiceId: string) => Promise<unknown>
  /** Lets the client's own clock pass the end of its access token. */
  readonly outlive: () => void
  readonly close: () => Promise<void>
}

export function ours({ url, username, password }: PracticeAddress): Checks {
  let ahead = 0
  const clock: Clock = { ...machineClock, monotonic: () => machineClock.monotonic() + ahead }
  const client = createServiceClient({
    baseUrl: url,
    credentials: { username, password },
    clock,
    log: silentLog,
  })
  return {
    check: (invoiceId) => client.checkPayment(invoiceId, { urgent: true }),
    outlive: () => {
      ahead += 601_000
    },
    close: client.close,
  }
}

type QPayJs = {
  readonly QPayClient: new (
    config: object,
  ) => {
    readonly checkPayment: (request: object) => Promise<unknown>
    readonly getToken: () => Promise<unknown>
    /** Seconds since 1970. */
    expiresAt: number
    refreshExpiresAt: number
  }
}

export async function qpayJs(address: PracticeAddress): Promise<Checks> {
  const { QPayClient } = await peer<QPayJs>('qpay-js')
  const { url, username, password, invoice_code } = address
  const client = new QPayClient({ ...{ baseUrl: url, username, password }, invoiceCode: invoice_code })
  await client.getToken()
  // It reads the lifetime in the answer as a time of day, and would renew the token before each call.
  client.expiresAt = Date.now() / 1000 + 600
  client.refreshExpiresAt = Date.now() / 1000 + 3600
  return {
    check: (objectId) =>
      client.checkPayment({ objectId, objectType: 'INVOICE', offset: { pageNumber: 1, pageLimit: 100 } }),
    outlive: () => {
      client.expiresAt = 0
    },
    close: async () => {},
  }
}

type MongolianQPay = {
  readonly QPayClient: new (
    config: object,
  ) => {
    readonly checkPayment: (request: object) => Promise<unknown>
    /** Milliseconds since 1970. */
    tokenExpiresAt: number
  }
}

export async function mongolianQPay(address: PracticeAddress): Promise<Checks> {
  const { QPayClient } = await peer<MongolianQPay>('@mongolian-payment/qpay')
  const { url, username, password, invoice_code } = address
  const client = new QPayClient({
    ...{ endpoint: `${url}/v2`, username, password },
    invoiceCode: invoice_code,
  })
  return {
    check: (invoiceId) => client.checkPayment({ invoiceId }),
    outlive: () => {
      client.tokenExpiresAt = 0
    },
    close: async () => {},
  }
}

/** The same requests with nothing around them: the answer is parsed as JSON and not looked at. */
export async function undiciAt(address: PracticeAddress) {
  const { url, username, password, invoice_code } = address
  const ask = async (path: string, authorization: string, body?: object, dispatcher?: Dispatcher) => {
    const answer = await request(url + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', accept: 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      ...(dispatcher && { dispatcher }),
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`)
    return JSON.parse(text)
  }
  const login = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const bearer = `Bearer ${(await ask('/v2/auth/token', login)).access_token}`
  const offset = { page_number: 1, page_limit: 100 }
  return {
    over: (agent: Agent): Pick<Checks, 'check' | 'close'> => ({
      check: (object_id) =>
        ask('/v2/payment/check', bearer, { object_type: 'INVOICE', object_id, offset }, agent),
      close: () => agent.close(),
    }),
    paidInvoice: async (): Promise<string> => {
      const { invoice_id } = await ask('/v2/invoice', bearer, {
        invoice_code,
        sender_invoice_no: 'K01-0001',
        invoice_receiver_code: 'terminal',
        invoice_description: 'K01-0001',
        amount: 16_844,
        callback_url: 'http://127.0.0.1:9/none',
      })
      await practiceControl(address).pay({ invoice_id })
      return invoice_id
    },
  }
}
