/** A practice service for a test, and a plain client that shows everything of the wire. */
import { test as base } from 'vitest'
import { type Clock, silentLog } from '../../../../main/base/clock-and-log.ts'
import type { PracticeAddress } from '../../../../main/payment-service/practice/index.ts'
import {
  type PracticeControl,
  practiceControl,
  startPracticeWithFaults,
} from '../../../../scripts/run/practice/index.ts'

/** 09:30 on 1 March 2026 in Ulaanbaatar. */
export const MORNING = Date.UTC(2026, 2, 1, 1, 30)

/** A clock that stands still until the test moves the service's time. */
export const standingClock: Clock = {
  now: () => MORNING,
  monotonic: () => 0,
  after: (ms, action) => {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
}

export type Answer = {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** The JSON of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the wire as it comes
  readonly body: any
}

export type Wire = {
  /** Sends the given headers, and no others except the content type of a body. */
  readonly bare: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>
  /** Sends an access token. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>
  readonly logIn: () => Promise<Answer>
  /** Of the merchant that the service has. */
  readonly invoiceCode: string
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

export function wireTo(address: PracticeAddress): Wire {
  const bare: Wire['bare'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(address.url + path, {
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await answer.text()
    return { status: answer.status, text, headers: answer.headers, body: bodyOf(text) }
  }
  const logIn = () =>
    bare('POST', '/v2/auth/token', undefined, { authorization: basic(address.username, address.password) })
  let token: string | null = null
  return {
    bare,
    logIn,
    invoiceCode: address.invoice_code,
    call: async (method, path, body) => {
      token ??= (await logIn()).body.access_token as string
      return bare(method, path, body, { authorization: `Bearer ${token}` })
    },
  }
}

type Fixtures = { practice: PracticeAddress; wire: Wire; payer: PracticeControl }

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern
  practice: async ({}, use) => {
    const practice = await startPracticeWithFaults({ clock: standingClock, log: silentLog })
    await use(practice.address)
    await practice.stop()
  },
  wire: ({ practice }, use) => use(wireTo(practice)),
  payer: ({ practice }, use) => use(practiceControl(practice)),
})

/** The simple shape of an invoice (docs/payment-service.md#create-an-invoice). */
export const simpleInvoice = ({ invoiceCode }: Wire, change: object = {}) => ({
  invoice_code: invoiceCode,
  sender_invoice_no: 'K01-20260301-0001',
  invoice_receiver_code: 'terminal',
  invoice_description: 'Өглөө дэлгүүр',
  amount: 4350,
  callback_url: 'https://pos.invalid/callback',
  ...change,
})

export const line = (change: object = {}) => ({
  tax_product_code: '8650000000017',
  line_description: 'Талх',
  line_quantity: '2',
  line_unit_price: '1500',
  ...change,
})

/** The ebarimt shape: no amount. */
export const ebarimtInvoice = (wire: Wire, change: object = {}) => {
  const { amount: _, ...rest } = simpleInvoice(wire)
  return { ...rest, tax_type: '1', district_code: '2406', lines: [line()], ...change }
}

/** Makes an invoice; resolves to its id. */
export const invoiced = async (wire: Wire, request: object): Promise<string> =>
  (await wire.call('POST', '/v2/invoice', request)).body.invoice_id

export const check = (wire: Wire, invoiceId: string, offset?: object) =>
  wire.call('POST', '/v2/payment/check', { object_type: 'INVOICE', object_id: invoiceId, offset })

/** Status and error code of a refusal. */
export const refusal = ({ status, body }: Answer) => [status, body.error_code]

export const paidInvoice = async (
  wire: Wire,
  payer: PracticeControl,
  invoice: object,
  type: 'P2P' | 'CARD' = 'P2P',
) => {
  const invoice_id = await invoiced(wire, invoice)
  return { invoice_id, ...(await payer.pay({ invoice_id, type })) }
}
