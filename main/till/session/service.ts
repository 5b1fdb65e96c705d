/** The payment service as a session sees it: the client, the monitor of its connection, the receiver of callbacks. */
import type { Settings } from '../../../shared/shop/settings.ts'
import { createSignal } from '../../base/signal.ts'
import { createCallbackReceiver } from '../../payment-service/callback/index.ts'
import {
  createConnection,
  createServiceClient,
  lockedClient,
  PASSWORD_NEEDED,
  PASSWORD_UNREADABLE,
  paymentProvider,
  receiptProvider,
  type ServiceClient,
  type ServiceFailure,
} from '../../payment-service/client/index.ts'
import type { Common, SessionParts } from './session-parts.ts'

/** This till's part of the merchant's requests in a minute; null while it belongs to no shop database. */
export function requestShare() {
  let perMinute: number | null = null
  return {
    perMinute: () => perMinute,
    set: (next: number | null): void => {
      perMinute = next
    },
  }
}
export type RequestShare = ReturnType<typeof requestShare>

type Given = {
  readonly share: RequestShare
  /** Called with the time of each answer. */
  readonly onTime: (at: number) => void
}

export type Service = ReturnType<typeof openService>

export function openService(
  parts: SessionParts,
  { journal, settings, clock, log, closing }: Common,
  { share, onTime }: Given,
) {
  const { timeouts, network } = parts
  const { baseUrl, username, password, unlocked, invoiceCode } = parts.service
  const reached = createSignal<ServiceFailure | null>()
  const clientOf = (known: string | null): ServiceClient | null =>
    known === null
      ? null
      : createServiceClient({
          ...{ baseUrl, timeouts, network, clock, log, onTime, perMinute: share.perMinute },
          credentials: { username, password: known },
          onReached: reached.emit,
        })
  const ready = clientOf(password)
  const missing = unlocked === null ? PASSWORD_NEEDED : PASSWORD_UNREADABLE
  const client = ready ?? lockedClient(missing, () => clientOf(unlocked?.() ?? null))
  closing.addBeside(client.close)
  const connection = createConnection({
    clock,
    random: Math.random,
    // The cheapest request: lists the invoices of a number that none has.
    probe: async () => void (await client.listInvoices({ sender_invoice_no: journal.tag })),
  })
  closing.addBeside(connection.stop)
  reached.listen(connection.reached)
  if (ready === null) connection.reached(missing)

  const callback = createCallbackReceiver({
    ...{ path: parts.callbackPath, clock, log },
    settings: () => settings().callback,
  })
  closing.addBeside(callback.close)
  return {
    client,
    connection,
    callback,
    payments: paymentProvider({
      ...{ client, invoiceCode },
      settings: () => withCallback(settings(), callback.address()),
    }),
    receipts: receiptProvider({ client }),
  }
}

/** The settings with the address of the receiver, if it listens, as `callback_url`. */
const withCallback = (settings: Settings, address: string | null): Settings =>
  address === null ? settings : { ...settings, invoicing: { ...settings.invoicing, callbackUrl: address } }
