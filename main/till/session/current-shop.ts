/**
 * Holds the open shop, and replaces it after a restore or a change of the merchant.
 *
 *     open ── the next shop opens ──▶ open
 *       │ ── it fails ──▶ the previous shop opens again
 *       │                         │ it fails too: none is open, with the reason; each call tries again
 *
 * If the journal turns out to be damaged while a shop opens, the shop is opened once more, which rescues the journal.
 */
import { CommandRefused } from '../../../shared/failure.ts'
import { createMutex } from '../../base/mutex.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import type { Shop } from './shop.ts'

export type CurrentShop<Of> = {
  /** Throws the reason where no shop is open. */
  readonly get: () => Shop
  readonly isOpen: () => boolean
  /** Waits for the shop that is being opened. Where none is being opened, tries to open it again. */
  readonly ready: () => Promise<void>
  /** Closes the shop and opens it again, as a restart would. */
  readonly reopen: () => Promise<void>
  /** Opens another shop. `store` records the choice. If anything fails, the previous shop opens again. */
  readonly moveTo: (of: Of, store: () => void) => Promise<void>
  /** A shop was opened or closed, or the open shop has changed. */
  readonly onChange: Signal['listen']
  readonly close: () => Promise<void>
}

type Opening<Of> = {
  readonly open: (of: Of) => Promise<Shop>
  /** Throws where the journal of the next shop cannot be used. */
  readonly probe: (of: Of, open: Shop) => void
}

/** Opens the first shop. */
export async function openCurrentShop<Of>(first: Of, { open, probe }: Opening<Of>): Promise<CurrentShop<Of>> {
  const mutex = createMutex()
  const changes = createSignal()
  let current = first
  let shop: Shop | null = null
  let why: unknown = null
  let moving = false
  let closed = false

  const enter = async (of: Of): Promise<void> => {
    try {
      shop = await open(of).catch((error: unknown) => {
        if (!isDamage(error)) throw error
        return open(of)
      })
      shop.onChange(changes.emit)
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

  const get = (): Shop => {
    if (shop === null) throw why ?? new CommandRefused('SHOP_NOT_OPEN')
    return shop
  }

  await ready()
  return {
    get,
    isOpen: () => shop !== null,
    ready,
    reopen: () =>
      exclusively(async () => {
        await leave()
        await enter(current)
      }),
    moveTo: (of, store) =>
      exclusively(async () => {
        probe(of, get())
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
