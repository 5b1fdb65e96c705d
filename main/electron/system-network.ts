import { type Session, session } from 'electron'
import type { Log } from '../environment.ts'
import type { SystemNetwork } from '../service/index.ts'
import { systemAuthorities } from './system-authorities.ts'

/** Certificates and proxy of the system, for the client of the payment service. Call it when the app is ready. */
export function systemNetwork(log: Log): SystemNetwork {
  let asked: Promise<Session> | null = null
  return {
    authorities: systemAuthorities(log),
    wayTo: async (url) => {
      asked ??= sessionWithSystemProxy()
      return (await asked).resolveProxy(url)
    },
  }
}

/** A session of no page, only for this question: those of pages have a proxy that leads nowhere (lockdown.ts). */
async function sessionWithSystemProxy(): Promise<Session> {
  const own = session.fromPartition('system-proxy')
  await own.setProxy({ mode: 'system' }) // after lockSession, which Electron calls within fromPartition
  return own
}
