import type { Clock, Log } from '../../base/environment.ts'
import type { PracticeAddress } from './address.ts'
import { createNotices } from './callbacks.ts'
import { createChaos } from './chaos.ts'
import { createControlApp } from './control-app.ts'
import { createRateLimit, createRequestCount, createReversalCount } from './counters.ts'
import { type DataFile, openCompacted, readEntries } from './data-file.ts'
import { createFaults } from './faults.ts'
import { createLedger, FIRST_MERCHANT, type FilledLedger, newIdentity } from './ledger.ts'
import { type Listening, listen } from './listening.ts'
import { createDelayedWork, movedClock } from './practice-clock.ts'
import type { Entry, Identity, Merchant } from './records.ts'
import { createServiceApp } from './service-app.ts'
import { createTokens } from './tokens.ts'

export type PracticeOptions = {
  readonly clock: Clock
  readonly log: Log
  /** The service's and the control's port; 0 or nothing takes a free one. */
  readonly port?: number
  readonly controlPort?: number
  /** The file that keeps all data across restarts; without it, data is only in memory. */
  readonly dataFile?: string | null
  /** What a new service has instead of random credentials and an active merchant. */
  readonly seed?: {
    readonly identity?: Partial<Omit<Identity, 'kind'>>
    readonly merchant?: Partial<Omit<Merchant, 'kind'>>
  }
}

export type Practice = { readonly address: PracticeAddress; readonly stop: () => Promise<void> }

/**
 * Starts a practice service and its control on the loopback address. Rejects where a port is taken or the data file
 * is not ours. A data file serves one process.
 */
export async function startPractice(options: PracticeOptions): Promise<Practice> {
  const { ledger, flushed, close } = openLedger(options)
  const clock = movedClock(options.clock, ledger.advanceMs)
  const notices = createNotices(options.log)
  const service = {
    ledger,
    clock,
    tokens: createTokens(clock),
    notify: notices.notify,
    reversals: createReversalCount(),
  }
  const parts = {
    service,
    faults: createFaults(clock),
    delayedWork: createDelayedWork(clock),
    chaos: createChaos(),
    rateLimit: createRateLimit(clock),
    requests: createRequestCount(),
    flushed,
    log: options.log,
  }
  const started: Listening[] = []
  const stop = async () => {
    notices.stop()
    parts.delayedWork.clear()
    await Promise.all(started.map((listening) => listening.stop()))
    await close()
  }
  try {
    const door = await listen(createServiceApp(parts), options.port ?? 0)
    started.push(door)
    const control = await listen(createControlApp({ ...parts, line: door }), options.controlPort ?? 0)
    started.push(control)
    options.log.info(`practice: listening on ${door.url}, control on ${control.url}`)
    return { address: addressOf(ledger.identity(), door, control), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const addressOf = (identity: Identity, door: Listening, control: Listening): PracticeAddress => ({
  url: door.url,
  username: identity.username,
  password: identity.password,
  invoice_code: identity.invoice_code,
  control: control.url,
  control_token: identity.control_token,
})

type KeptLedger = { readonly ledger: FilledLedger } & Pick<DataFile, 'flushed' | 'close'>

function openLedger({ clock, dataFile, seed }: PracticeOptions): KeptLedger {
  let keep: (entry: Entry) => void = () => {}
  const ledger: FilledLedger = createLedger({
    now: () => movedClock(clock, ledger.advanceMs).now(),
    identity: { ...newIdentity(), ...seed?.identity },
    merchant: { ...FIRST_MERCHANT, ...seed?.merchant },
    keep: (entry) => keep(entry),
  })
  if (!dataFile) return { ledger, flushed: async () => {}, close: async () => {} }
  ledger.replay(readEntries(dataFile))
  const file = openCompacted(dataFile, ledger.snapshot())
  keep = file.append
  return { ledger, flushed: file.flushed, close: file.close }
}
