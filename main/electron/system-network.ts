import { type Session, session } from 'electron'
import { askOnce } from '../base/ask-once.ts'
import type { Log } from '../base/clock-and-log.ts'
import type { SystemNetwork } from '../payment-service/client/index.ts'
import { systemAuthorities } from './system-authorities.ts'

/** Certificates and proxy of the system, for the client of the payment service. Call it when the app is ready. */
export function systemNetwork(log: Log): SystemNetwork {
  const own = askOnce(sessionWithSystemProxy)
  return {
    authorities: systemAuthorities(log),
    wayTo: async (url) => (await own.get()).resolveProxy(url),
  }
}

/** A session of no page, only for this question: those of pages have a proxy that leads nowhere (lockdown.ts). */
async function sessionWithSystemProxy(): Promise<Session> {
  const own = session.fromPartition('system-proxy')
  await own.setProxy({ mode: 'system' }) // after lockSession, which Electron calls within fromPartition
  return own
}
