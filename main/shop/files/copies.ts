/** Schedules the copies of the whole shop (copy-maker.ts), and tells whether they are overdue. */
import { CommandRefused, type Failure } from '../../../shared/failure.ts'
import type { CopyStatus } from '../../../shared/shop/shop-data.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import { type CopyMaker, type CopyMakerParts, createCopyMaker, reasonOf } from './copy-maker.ts'
import { copyStatusFile } from './copy-status.ts'

export type ShopCopies = {
  readonly status: () => CopyStatus
  readonly onChange: Signal['listen']
  /** The last failure, if no copy was made for a day, or for three planned intervals if these are longer. */
  readonly overdue: () => Failure | null
  /** Makes a copy now. Throws a named failure. */
  readonly now: () => Promise<void>
  readonly begin: CopyMaker['begin']
  /** Call it after a change of the plan: schedules the next copy again. */
  readonly replan: () => void
  readonly start: () => void
  readonly stop: () => Promise<void>
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Other work comes first after a start. */
const FIRST_AFTER_MS = 90_000
const AGAIN_AFTER_MS = 5 * MINUTE

export function createShopCopies(parts: CopyMakerParts): ShopCopies {
  const { clock, log, plan } = parts
  const maker = createCopyMaker(parts)
  const changes = createSignal()
  const kept = copyStatusFile(parts.folder, parts.mode)
  let cancelTimer = (): void => {}
  let working: Promise<void> | null = null
  let stopped = false
  let started = false
  let nextAt: number | null = null

  /** Makes one copy at a time: a second call waits for the running one. */
  const run = (): Promise<void> => {
    working ??= maker
      .make()
      .then((made) => {
        kept.succeeded({ ...made, at: clock.now() })
        log.info(`copy of the shop: ${made.sales} sales`)
      })
      .catch((error: unknown) => {
        const why = reasonOf(error)
        kept.failed({ at: clock.now(), failure: why })
        log.warn('copy of the shop', { failure: why.name })
        throw new CommandRefused(why.name, why.detail)
      })
      .finally(() => {
        working = null
        replan()
        changes.emit()
      })
    return working
  }

  /** Computes when the next copy is due, and sets the timer. */
  const replan = (soonest = 0): void => {
    cancelTimer()
    nextAt = null
    const { folder, everyHours } = plan()
    if (!started || stopped || folder === '') return
    const { last, failed } = kept.read()
    const due = last === null || last.folder !== folder ? 0 : last.at + everyHours * HOUR - clock.now()
    const wait = Math.max(failed === null ? due : AGAIN_AFTER_MS, soonest, MINUTE)
    nextAt = clock.now() + wait
    cancelTimer = clock.after(Math.min(wait, everyHours * HOUR), () => void run().catch(() => {}))
  }

  return {
    status: () => ({ ...kept.read(), nextAt, making: working !== null }),
    onChange: changes.listen,
    overdue: () => {
      const { folder, everyHours } = plan()
      const { last, failed } = kept.read()
      if (folder === '' || failed === null) return null
      const since = last === null ? 0 : last.at
      return clock.now() - since > Math.max(24, 3 * everyHours) * HOUR ? failed.failure : null
    },
    now: run,
    begin: maker.begin,
    replan: () => replan(),
    start: () => {
      started = true
      replan(FIRST_AFTER_MS)
    },
    stop: async () => {
      stopped = true
      cancelTimer()
      await working?.catch(() => {})
    },
  }
}
