/**
 * The shop that is open, and how another takes its place: after sales were brought in, and where the merchant changes.
 *
 *     open ── the next one opens ──▶ open
 *       │ ── it does not ──▶ the one before, as it was
 *       │                         │ nor does that: none is open, with the reason; each call tries again
 *
 * Damage that shows before a shop is open is rescued by opening it once more: it is marked by then.
 */
import { CommandRefused } from '../../shared/failure.ts'
import { createMutex } from '../mutex.ts'
import { createSignal, type Signal } from '../signal.ts'
import type { Shop } from './shop.ts'

export type CurrentShop<Of> = {
  /** Opens the first shop. Until then none is open. */
  readonly start: (opening: Opening<Of>) => Promise<void>
  /** Throws the reason where no shop is open. */
  readonly get: () => Shop
  readonly isOpen: () => boolean
  /** Waits for the shop that is being opened. Where none is being opened, tries to open it again. */
  readonly ready: () => Promise<void>
  /** Closes it and opens it again, as after a restart. */
  readonly reopen: () => Promise<void>
  /** Opens another shop. `store` records which one. If any of it fails, the shop of before stays open. */
  readonly moveTo: (of: Of, store: () => void) => Promise<void>
  /** A shop was opened or closed. */
  readonly onChange: Signal['listen']
  readonly close: () => Promise<void>
}

export type Opening<Of> = {
  readonly open: (of: Of) => Promise<Shop>
  /** Throws where its journal cannot be used. The one that is open has another. */
  readonly probe: (of: Of) => void
}

export function createCurrentShop<Of>(first: Of): CurrentShop<Of> {
  const mutex = createMutex()
  const changes = createSignal()
  let opening: Opening<Of> = {
    open: () => Promise.reject(new CommandRefused('SHOP_NOT_OPEN')),
    probe: () => {},
  }
  let current = first
  let shop: Shop | null = null
  let why: unknown = null
  let moving = false
  let closed = false

  const enter = async (of: Of): Promise<void> => {
    try {
      const { open } = opening
      shop = await open(of).catch((error: unknown) => {
        if (!isDamage(error)) throw error
        return open(of)
      })
      why = null
    } catch (error) {
      why = error
      throw error
    }
  }

  const leave = async (): Promise<void> => {
    const left = shop
    shop = null
    await left?.close()
  }

  const exclusively = (work: () => Promise<void>): Promise<void> =>
    mutex.runExclusive(async () => {
      moving = true
      try {
        await work()
      } finally {
        moving = false
        changes.emit()
      }
    })

  const back = async (): Promise<void> => {
    await leave()
    await enter(current).catch(() => {})
  }

  const ready = async (): Promise<void> => {
    if (moving) await mutex.ended()
    if (shop === null && !closed) await exclusively(async () => void (shop ?? (await enter(current))))
  }

  return {
    start: (how) => {
      opening = how
      return ready()
    },
    get: () => {
      if (shop === null) throw why ?? new CommandRefused('SHOP_NOT_OPEN')
      return shop
    },
    isOpen: () => shop !== null,
    ready,
    reopen: () =>
      exclusively(async () => {
        await leave()
        await enter(current)
      }),
    moveTo: (of, store) =>
      exclusively(async () => {
        opening.probe(of)
        try {
          await leave()
          await enter(of)
          store()
          current = of
        } catch (error) {
          await back()
          throw error
        }
      }),
    onChange: changes.listen,
    close: async () => {
      closed = true
      await mutex.ended()
      await leave()
    },
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof CommandRefused && error.failure.name === 'JOURNAL_DAMAGED'
