/**
 * Counts each person's wrong PIN attempts and slows them down. After the third, the next attempt has to wait, twice as
 * long each time; after the tenth, a quarter of an hour. An attempt is counted on the disk before its PIN is checked,
 * so that neither a restart nor parallel requests give an extra attempt.
 *
 * A wait ends only when its time has passed on the monotonic clock while the program ran, so the wall clock can neither
 * end it nor lengthen it. The time that has passed is stored now and then, and a restart goes on from there.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import { writeFileAtomically } from '../../base/files/atomic-file.ts'
import { isThere, textOrNone } from '../../base/files/held-files.ts'

/** Exists as soon as there are staff, so that a rescue of the register can tell (`neverHadStaff`). */
export const PIN_ATTEMPTS = 'pin-attempts.json'

const FREE_ATTEMPTS = 2
const FIRST_WAIT_MS = 2_000
const MAX_ATTEMPTS = 10
const LOCKED_MS = 15 * 60_000
/** The attempts are forgotten this long after the last one. */
const REMEMBERED_MS = 24 * 3_600_000
/** While somebody has to wait, the time that has passed is stored this often. A kill loses no more of it. */
const STORE_EVERY_MS = 10_000

/** `passed`: ms since the last attempt while the program ran. */
const storedAttempts = z.record(
  z.string(),
  z.strictObject({ wrong: z.int().nonnegative(), passed: z.number().nonnegative() }),
)

export type PinAttempts = {
  /** Creates the file if it does not exist. Called as soon as there are staff. */
  readonly remember: () => void
  /**
   * Counts an attempt before it is made. Returns how long the next one will have to wait, in ms. Throws PIN_HELD with
   * the seconds that are left, if this attempt has to wait.
   */
  readonly begin: (staffId: string) => number
  /** Called after a right PIN, and when the person gets a new PIN. */
  readonly clear: (staffId: string) => void
  /** Stores the time that has passed. */
  readonly stop: () => void
}

/** `at`: when the last attempt was made, on the monotonic clock. Before zero if an earlier start made it. */
type Attempts = { readonly wrong: number; readonly at: number }

export function openPinAttempts(
  folder: string,
  { monotonic, after }: Pick<Clock, 'monotonic' | 'after'>,
): PinAttempts {
  const file = join(folder, PIN_ATTEMPTS)
  let known = read(file, monotonic())
  let cancelTimer = (): void => {}

  const passedSince = ({ at }: Attempts): number => monotonic() - at
  const leftOf = (one: Attempts): number => Math.max(0, waitAfter(one.wrong) - passedSince(one))
  const write = (next: ReadonlyMap<string, Attempts>): void => {
    const stored = [...next].map(([id, one]) => [id, { wrong: one.wrong, passed: passedSince(one) }])
    writeFileAtomically(file, JSON.stringify(Object.fromEntries(stored)))
    known = next
  }
  const store = (): void => {
    try {
      write(known)
    } catch {
      // The file has an earlier time, so a restart would only wait longer.
    }
  }
  const storeWhileWaiting = (): void => {
    cancelTimer()
    if (![...known.values()].some((one) => leftOf(one) > 0)) return
    cancelTimer = after(STORE_EVERY_MS, () => {
      store()
      storeWhileWaiting()
    })
  }
  storeWhileWaiting()

  const remember = (): void => {
    if (!isThere(file)) write(known)
  }
  return {
    remember,
    begin: (staffId) => {
      const had = known.get(staffId)
      const isRemembered = had !== undefined && passedSince(had) <= REMEMBERED_MS
      const left = isRemembered ? leftOf(had) : 0
      if (left > 0) throw new CommandRefused('PIN_HELD', String(Math.ceil(left / 1000)))
      const wrong = (isRemembered ? had.wrong : 0) + 1
      write(new Map(known).set(staffId, { wrong, at: monotonic() }))
      storeWhileWaiting()
      return waitAfter(wrong)
    },
    clear: (staffId) => {
      if (!known.has(staffId)) return remember()
      write(new Map([...known].filter(([id]) => id !== staffId)))
    },
    stop: () => {
      cancelTimer()
      if (known.size > 0) store()
    },
  }
}

function waitAfter(wrong: number): number {
  if (wrong <= FREE_ATTEMPTS) return 0
  return wrong >= MAX_ATTEMPTS ? LOCKED_MS : FIRST_WAIT_MS * 2 ** (wrong - FREE_ATTEMPTS - 1)
}

function read(file: string, now: number): ReadonlyMap<string, Attempts> {
  const text = textOrNone(file) // a held file must not end anybody's wait
  if (text === null) return new Map()
  try {
    const stored = storedAttempts.parse(JSON.parse(text))
    return new Map(Object.entries(stored).map(([id, { wrong, passed }]) => [id, { wrong, at: now - passed }]))
  } catch {
    return new Map()
  }
}
