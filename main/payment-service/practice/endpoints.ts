/** The whole contract in one table (docs/payment-service.md#endpoints). */

import { createEReceipt, voidEReceipt } from './e-receipts.ts'
import { cancelInvoice, createInvoice, getInvoice, listInvoices } from './invoices.ts'
import {
  cancelPayment,
  checkInvoice,
  checkPayment,
  getPayment,
  listPayments,
  refundPayment,
} from './payments.ts'
import { Refusal } from './refusal.ts'
import { basicOf, bearerOf } from './request.ts'
import type { ServiceParts } from './service-parts.ts'

type Call = {
  readonly authorization: string | undefined
  /** `{id}` of the path; empty where there is none. */
  readonly id: string
  /** The parsed body; undefined where there is none. Refuses a body that is not JSON. */
  readonly body: () => Promise<unknown>
}

/** The JSON answer; null is the contract's "HTTP 200, empty body". */
type Answer = object | null

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** The path as the contract writes it. */
  readonly path: string
  readonly answer: (parts: ServiceParts, call: Call) => Promise<Answer>
}

/** Every endpoint but the two of authentication needs an access token (docs/payment-service.md#authentication). */
const withAccess =
  (answer: (parts: ServiceParts, call: Call) => Answer | Promise<Answer>): Endpoint['answer'] =>
  async (parts, call) => {
    await parts.tokens.requireAccess(bearerOf(call.authorization))
    return answer(parts, call)
  }

type BodyEndpoint = (parts: ServiceParts, body: unknown) => Answer | Promise<Answer>
const byBody = (answer: BodyEndpoint) => withAccess(async (parts, call) => answer(parts, await call.body()))

type IdEndpoint = (parts: ServiceParts, id: string) => Answer | Promise<Answer>
const byId = (answer: IdEndpoint) => withAccess((parts, call) => answer(parts, call.id))

type IdAndBodyEndpoint = (parts: ServiceParts, id: string, body: unknown) => Answer
const byIdAndBody = (answer: IdAndBodyEndpoint) =>
  withAccess(async (parts, call) => answer(parts, call.id, await call.body()))

async function logIn({ ledger, tokens }: ServiceParts, call: Call): Promise<Answer> {
  const { username, password } = basicOf(call.authorization)
  const identity = ledger.identity()
  if (username !== identity.username || password !== identity.password)
    throw new Refusal('AUTHENTICATION_FAILED')
  return tokens.issue(username)
}

const renew: Endpoint['answer'] = ({ tokens }, call) => tokens.renew(bearerOf(call.authorization))

export const ENDPOINTS: readonly Endpoint[] = [
  { method: 'POST', path: '/v2/auth/token', answer: logIn },
  { method: 'POST', path: '/v2/auth/refresh', answer: async (parts, call) => renew(parts, call) },
  { method: 'POST', path: '/v2/invoice', answer: byBody(createInvoice) },
  { method: 'GET', path: '/v2/invoice/{id}', answer: byId(getInvoice) },
  { method: 'DELETE', path: '/v2/invoice/{id}', answer: byId(cancelInvoice) },
  { method: 'POST', path: '/v2/invoice/list', answer: byBody(listInvoices) },
  { method: 'POST', path: '/v2/invoice/check', answer: byBody(checkInvoice) },
  { method: 'POST', path: '/v2/payment/check', answer: byBody(checkPayment) },
  { method: 'GET', path: '/v2/payment/{id}', answer: byId(getPayment) },
  { method: 'POST', path: '/v2/payment/list', answer: byBody(listPayments) },
  { method: 'POST', path: '/v2/payment/cancel/{id}', answer: byIdAndBody(cancelPayment) },
  { method: 'POST', path: '/v2/payment/refund/{id}', answer: byIdAndBody(refundPayment) },
  { method: 'POST', path: '/v2/ebarimt_v3/create', answer: byBody(createEReceipt) },
  { method: 'DELETE', path: '/v2/ebarimt_v3/{id}', answer: byId(voidEReceipt) },
]
