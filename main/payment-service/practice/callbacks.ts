/**
 * Sends the callback (docs/payment-service.md#callback) and the notice of a cancellation or refund: one POST without a
 * retry, and only to this machine, because a practice service must send nothing into a network.
 */
import { request } from 'undici'
import { isLoopback } from '../../../shared/shop/settings.ts'
import type { Log } from '../../base/clock-and-log.ts'

const TIMEOUT_MS = 3000

/** Sends without waiting for the answer. */
export type Notify = (address: string | undefined, body: Readonly<Record<string, string>>) => void
export type Notices = { readonly notify: Notify; readonly stop: () => void }

export function createNotices(log: Log): Notices {
  const stopping = new AbortController()
  const post = async (address: string, body: Readonly<Record<string, string>>) => {
    const answer = await request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) log.warn(`practice: a callback was answered with ${answer.statusCode}`)
  }
  return {
    notify: (address, body) => {
      if (!address || !isReachable(address)) return
      post(address, body).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn(`practice: a callback was not delivered: ${reason(error)}`)
      })
    },
    stop: () => stopping.abort(),
  }
}

const isReachable = (address: string): boolean =>
  URL.canParse(address) && isLoopback(new URL(address).hostname)

const reason = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error)
