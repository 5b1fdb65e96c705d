/** The payment service's client: one method for each endpoint, typed failures, tokens and the request budget. */
import { isLoopback, serviceAddress } from '../../../shared/shop/settings.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import { createAsk } from './ask.ts'
import { ClientClosed, createBudget, IN_FLIGHT } from './budget.ts'
import { askForTokens, type CallParts } from './calls.ts'
import { failed } from './classify.ts'
import { tokenPairDecoder } from './decode.ts'
import { ebarimtEndpoints, invoiceEndpoints, paymentEndpoints } from './endpoints.ts'
import { createSecrets } from './secrets.ts'
import { createSession, type Exchange } from './session.ts'
import { createTransport } from './transport.ts'
import type { Operation, ServiceClient, ServiceClientParts, ServiceFailure } from './types.ts'

export { PASSING } from './classify.ts'
export { type ConnectionMonitor, createConnection } from './connection.ts'
export { createConnector, NotConnected } from './connector.ts'
export { asFailure, refusing, ServiceFailed } from './failed.ts'
export * from './find-invoices.ts'
export { lockedClient, PASSWORD_NEEDED, PASSWORD_UNREADABLE } from './locked.ts'
export { paymentProvider, receiptProvider } from './provider.ts'
export { reachService } from './reach.ts'
export { type TrialInvoices, tryInvoiceCode, withdrawTrial } from './trial-invoice.ts'
export type * from './types.ts'

/**
 * Makes a client for one merchant. Nothing is sent before the first call. An address that is neither https nor this
 * machine makes every call fail with ADDRESS_INSECURE (FIELDS_INVALID where it is no address). When the settings
 * name another merchant, close this client and make a new one. `random` gives 0 to 1, for jitter.
 */
export function createServiceClient(
  parts: ServiceClientParts & { readonly clock: Clock; readonly log: Log; readonly random?: () => number },
): ServiceClient {
  const { clock, log, random = Math.random } = parts
  const address = serviceAddress.safeParse(parts.baseUrl)
  const { username, password } = parts.credentials
  const secrets = createSecrets([password, `${username}:${password}`])
  const closing = new AbortController()
  const closed = closing.signal
  const budget = createBudget(clock, closed, random, parts.perMinute)
  const transport = createTransport({
    baseUrl: address.success ? address.data : '',
    connections: IN_FLIGHT,
    timeouts: parts.timeouts ?? {},
    network: parts.network ?? null,
    onReached: reachedTeller(parts),
    ...(parts.onTime ? { onTime: parts.onTime } : {}),
  })
  const callParts: CallParts = { transport, budget, closed, secrets, clock, log, random }

  const exchange: Exchange = async (operation, authorization) => {
    const wire = { operation, method: 'POST', path: `/v2/auth/${operation}`, authorization } as const
    const pair = await askForTokens(callParts, wire, tokenPairDecoder(clock.now()))
    secrets.learn(pair.accessToken)
    secrets.learn(pair.refreshToken)
    log.info(operation === 'token' ? 'logged in to the payment service' : 'the access token was refreshed')
    return pair
  }
  const session = createSession({ credentials: parts.credentials, exchange, clock, closed, random })

  const refuseBadAddress = (operation: Operation): void => {
    if (!address.success) throw failed(operation, nameOfBadAddress(parts.baseUrl))
  }
  const ask = createAsk(callParts, session, refuseBadAddress)

  return {
    ...invoiceEndpoints(ask),
    ...paymentEndpoints(ask),
    ...ebarimtEndpoints(ask),
    tryCredentials: () => ask.run('token', async () => void (await session.logInAnew())),
    close: async () => {
      session.close()
      closing.abort(new ClientClosed())
      await transport.close()
    },
  }
}

function nameOfBadAddress(baseUrl: string): 'ADDRESS_INSECURE' | 'FIELDS_INVALID' {
  if (!URL.canParse(baseUrl)) return 'FIELDS_INVALID'
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'http:' && !isLoopback(hostname) ? 'ADDRESS_INSECURE' : 'FIELDS_INVALID'
}

/** Catches errors of the listener, so that the exchange does not fail. */
const reachedTeller =
  ({ onReached, log }: ServiceClientParts & { readonly log: Log }) =>
  (failure: ServiceFailure | null): void => {
    try {
      onReached?.(failure)
    } catch {
      log.error('a listener to the connection failed')
    }
  }
