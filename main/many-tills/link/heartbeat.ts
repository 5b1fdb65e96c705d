import type { OwnTillStatus } from '../../../shared/page/shop-link.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import type { Signal } from '../../base/signal.ts'
import type { LinkTask } from './link.ts'

export type HeartbeatParts = {
  readonly status: () => OwnTillStatus
  /** The chain of this till's journal if a server of this epoch has all of it; otherwise null. */
  readonly wholeAt: (epoch: string) => string | null
  /** Takes a function, which is to be called when the others should know of the status at once. */
  readonly onWork: Signal['listen']
  /** Called for an invoice whose callback another till received. */
  readonly callbackReceived: (invoiceId: string) => void
  /** Called with this till's part of the merchant's requests in a minute. */
  readonly share: (perMinute: number) => void
  readonly clock: Clock
}

const EVERY_MS = 10_000

/** Reports the till's status to the shop database. */
export function heartbeatTask(parts: HeartbeatParts): LinkTask {
  const { status, wholeAt, onWork, callbackReceived, share, clock } = parts
  let clockOffMs: number | null = null
  return {
    name: 'heartbeat',
    everyMs: EVERY_MS,
    onWork,
    followsShop: true,
    begin:
      ({ database, greeting, renew }) =>
      async () => {
        const journal = wholeAt(greeting.epoch)
        const caughtUp = journal === null ? null : greeting.epoch
        const said = await database.beat({ ...status(), clockOffMs, caughtUp, journal })
        clockOffMs = said.now - clock.now()
        share(said.budget)
        for (const invoiceId of said.hints) callbackReceived(invoiceId)
        // The server was restored from a dump while the till was connected.
        if (said.epoch !== greeting.epoch) renew()
      },
  }
}
