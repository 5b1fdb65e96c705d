import type { Clock, Log } from '../../base/clock-and-log.ts'
import type { PracticeAddress } from './address.ts'
import { createNotices } from './callbacks.ts'
import { type Actions, createControlApp } from './control-app.ts'
import { type DataFile, openCompacted, readEntries } from './data-file.ts'
import { createLedger, FIRST_MERCHANT, type FilledLedger, newIdentity } from './ledger.ts'
import { type Listening, listen } from './listening.ts'
import { movedClock } from './practice-clock.ts'
import type { Entry, Identity, Merchant } from './records.ts'
import { type Before, createServiceApp } from './service-app.ts'
import type { ServiceParts } from './service-parts.ts'
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
  /** Faults and a larger control, for tests and trials (scripts/run/practice). */
  readonly addition?: (service: ServiceParts) => Addition
}

/** What a program of tests adds to the service, which is shipped and knows no faults. */
export type Addition = {
  /** Answers a request of the service; `work` does it. */
  readonly before: Before
  /** More actions of the control. `line` is the service's port. */
  readonly actions: (line: Pick<Listening, 'open'>) => Actions
  readonly stop: () => void
}

export type Practice = { readonly address: PracticeAddress; readonly stop: () => Promise<void> }

/**
 * Starts a practice service and its control on the loopback address. Rejects where a port is taken or the data file
 * is not ours. A data file serves one process.
 */
export async function startPractice(options: PracticeOptions): Promise<Practice> {
  const { log } = options
  const { ledger, flushed, close } = openLedger(options)
  const clock = movedClock(options.clock, ledger.advanceMs)
  const notices = createNotices(log)
  const service = { ledger, clock, tokens: createTokens(clock), notify: notices.notify }
  const addition = options.addition?.(service) ?? null
  const started: Listening[] = []
  const stop = async () => {
    notices.stop()
    addition?.stop()
    await Promise.all(started.map((listening) => listening.stop()))
    await close()
  }
  try {
    const before = addition?.before ?? null
    const door = await listen(createServiceApp({ service, before, flushed, log }), options.port ?? 0)
    started.push(door)
    const actions = addition?.actions(door) ?? {}
    const control = await listen(
      createControlApp({ service, actions, flushed, log }),
      options.controlPort ?? 0,
    )
    started.push(control)
    log.info(`practice: listening on ${door.url}, control on ${control.url}`)
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
