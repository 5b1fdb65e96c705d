/** The payment service's client: one method an endpoint, typed failures, tokens and turns behind the door. */
import { isLoopback, serviceAddress } from '../../shared/settings.ts'
import type { Clock, Log } from '../environment.ts'
import { askForTokens, type Call, type CallParts, makeCall, named } from './calls.ts'
import { changes, failed } from './classify.ts'
import * as decode from './decode.ts'
import { walkPages } from './pages.ts'
import { createRatePause } from './rate-pause.ts'
import { checkedId, ebarimtBody, invoiceBody, invoiceFilter, pathSegment } from './requests.ts'
import { createSecrets } from './secrets.ts'
import { createSession, type Exchange, type Session } from './session.ts'
import { createSlots } from './slots.ts'
import { createTransport } from './transport.ts'
import type { Operation, ServiceClient, ServiceClientParts, ServiceFailure } from './types.ts'
import { createWaits } from './waits.ts'

export { asFailure, ServiceFailed } from './failed.ts'
export type * from './types.ts'

const IN_FLIGHT = 4

/**
 * Makes a client for one merchant. Nothing leaves before the first call. An address that is not https, nor this very
 * machine, makes every call fail with ADDRESS_INSECURE (SETTING_INVALID where it is no address at all).
 * `random` gives 0 to 1, for jitter.
 */
export function createServiceClient(
  parts: ServiceClientParts & { readonly clock: Clock; readonly log: Log; readonly random?: () => number },
): ServiceClient {
  const { clock, log, random = Math.random } = parts
  const address = serviceAddress.safeParse(parts.baseUrl)
  const { username, password } = parts.credentials
  const secrets = createSecrets([password, `${username}:${password}`])
  const waits = createWaits(clock)
  const slots = createSlots(IN_FLIGHT)
  const transport = createTransport({
    baseUrl: address.success ? address.data : '',
    connections: IN_FLIGHT,
    timeouts: parts.timeouts ?? {},
    onReached: reachedTeller(parts),
  })
  const pause = createRatePause(clock, waits, random)
  const callParts: CallParts = { transport, slots, pause, waits, secrets, clock, log, random }

  const exchange: Exchange = async (operation, authorization) => {
    const wire = { operation, method: 'POST', path: `/v2/auth/${operation}`, authorization } as const
    const pair = await askForTokens(callParts, wire, decode.tokenPairDecoder(clock.now()))
    secrets.learn(pair.accessToken)
    secrets.learn(pair.refreshToken)
    log.info(operation === 'token' ? 'logged in to the payment service' : 'the access token was refreshed')
    return pair
  }
  const session = createSession({ credentials: parts.credentials, exchange, clock })

  const refuseBadAddress = (operation: Operation): void => {
    if (!address.success) throw failed(operation, nameOfBadAddress(parts.baseUrl))
  }

  /** Runs a method's whole work: what gets out is a value or a logged ServiceFailed. */
  const run = async <Value>(operation: Operation, work: () => Promise<Value>): Promise<Value> => {
    try {
      refuseBadAddress(operation)
      return await work()
    } catch (error) {
      const why = named(operation, error)
      log.warn(why.failure.operation === operation ? why.message : `${operation}: ${why.message}`)
      throw why
    }
  }

  return {
    ...endpoints(run, callParts, session),
    tryCredentials: () => run('token', async () => void (await session.logInAnew())),
    close: async () => {
      waits.close()
      slots.close()
      await transport.close()
    },
  }
}

type Run = <Value>(operation: Operation, work: () => Promise<Value>) => Promise<Value>

function endpoints(
  run: Run,
  parts: CallParts,
  session: Session,
): Omit<ServiceClient, 'tryCredentials' | 'close'> {
  /** What changes something has a person waiting for it, and is never repeated here. */
  const call = <Value>(asked: Omit<Call<Value>, 'urgent' | 'repeats'> & { readonly urgent?: boolean }) => {
    const changing = changes(asked.operation)
    return makeCall(parts, session, { ...asked, urgent: asked.urgent ?? changing, repeats: !changing })
  }

  return {
    createInvoice: (request) =>
      run('create invoice', () =>
        call({
          operation: 'create invoice',
          method: 'POST',
          path: '/v2/invoice',
          body: invoiceBody(request),
          decode: decode.decodeCreatedInvoice,
        }),
      ),

    getInvoice: (invoiceId) =>
      run('get invoice', () =>
        call({
          operation: 'get invoice',
          method: 'GET',
          path: `/v2/invoice/${pathSegment('get invoice', 'invoice_id', invoiceId)}`,
          decode: decode.invoiceDetailDecoder(invoiceId),
        }),
      ),

    cancelInvoice: (invoiceId) =>
      run('cancel invoice', () =>
        call({
          operation: 'cancel invoice',
          method: 'DELETE',
          path: `/v2/invoice/${pathSegment('cancel invoice', 'invoice_id', invoiceId)}`,
          decode: decode.decodeNothing,
        }),
      ),

    listInvoices: (filter) =>
      run('list invoices', async () => {
        const asked = invoiceFilter(filter)
        const read = (offset: object) =>
          call({
            operation: 'list invoices',
            method: 'POST',
            path: '/v2/invoice/list',
            body: { ...asked, offset },
            decode: decode.decodeInvoicePage,
          })
        const walked = await walkPages(read, (row) => row.invoiceId)
        return wholeRows('list invoices', walked, parts)
      }),

    checkPayment: (invoiceId, options) =>
      run('check payment', async () => {
        const object_id = checkedId('check payment', 'object_id', invoiceId)
        const read = (offset: object) =>
          call({
            operation: 'check payment',
            method: 'POST',
            path: '/v2/payment/check',
            body: { object_type: 'INVOICE', object_id, offset },
            decode: decode.decodeCheckPage,
            urgent: options?.urgent ?? false,
          })
        const walked = await walkPages(read, (row) => row.paymentId)
        const payments = wholeRows('check payment', walked, parts)
        return { count: walked.first.count, paidAmount: walked.first.paidAmount, payments }
      }),

    getPayment: (paymentId) =>
      run('get payment', () =>
        call({
          operation: 'get payment',
          method: 'GET',
          path: `/v2/payment/${pathSegment('get payment', 'payment_id', paymentId)}`,
          decode: decode.paymentDetailDecoder(paymentId),
        }),
      ),

    createEbarimt: (request) =>
      run('create e-receipt', () =>
        call({
          operation: 'create e-receipt',
          method: 'POST',
          path: '/v2/ebarimt_v3/create',
          body: ebarimtBody(request),
          decode: decode.decodeEbarimt,
        }),
      ),
  }
}

/**
 * Rows that were counted and never came are logged. Where none came at all the answer contradicts itself, and must not
 * read as "there is none": a lookup would take it for leave to create a second invoice (law 2).
 */
function wholeRows<Row>(
  operation: Operation,
  walked: { readonly rows: readonly Row[]; readonly complete: boolean },
  parts: CallParts,
): readonly Row[] {
  if (walked.complete) return walked.rows
  parts.log.warn(`${operation}: fewer rows came than the service counted`)
  if (walked.rows.length === 0) throw failed(operation, 'BAD_ANSWER', { status: 200 })
  return walked.rows
}

function nameOfBadAddress(baseUrl: string): 'ADDRESS_INSECURE' | 'SETTING_INVALID' {
  if (!URL.canParse(baseUrl)) return 'SETTING_INVALID'
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'http:' && !isLoopback(hostname) ? 'ADDRESS_INSECURE' : 'SETTING_INVALID'
}

/** A listener's own mistake is not the exchange's. */
const reachedTeller =
  ({ onReached, log }: ServiceClientParts & { readonly log: Log }) =>
  (failure: ServiceFailure | null): void => {
    try {
      onReached?.(failure)
    } catch {
      log.error('a listener to the connection failed')
    }
  }
