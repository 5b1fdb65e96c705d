/**
 * Counts each person's wrong PIN attempts and slows them down. After the third, the next attempt has to wait, twice as
 * long each time; after the tenth, a quarter of an hour. An attempt is counted on the disk before its PIN is checked,
 * so that neither a restart nor parallel requests give an extra attempt. Waits use the monotonic clock and start again
 * with the program, so a wrong wall clock locks nobody out.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { CommandRefused } from '../../shared/failure.ts'
import { writeFileAtomically } from '../atomic-file.ts'

/** Exists as soon as there are staff, so that a rescue of the register can tell (`neverHadStaff`). */
export const PIN_ATTEMPTS = 'staff-guesses.json'

const FREE_ATTEMPTS = 2
const FIRST_WAIT_MS = 2_000
const MAX_ATTEMPTS = 10
const LOCKED_MS = 15 * 60_000
/** The attempts are forgotten this long after the last one, or after a start. */
const REMEMBERED_MS = 24 * 3_600_000

/** Files of an older version also have the wall time until which the next attempt had to wait. It is ignored. */
const storedAttempts = z.record(z.string(), z.object({ wrong: z.int().nonnegative() }))

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
}

export function openPinAttempts(folder: string, monotonic: () => number): PinAttempts {
  const file = join(folder, PIN_ATTEMPTS)
  let known = read(file)
  const startedAt = monotonic()
  const guessedAt = new Map<string, number>()
  const write = (next: typeof known): void => {
    writeFileAtomically(file, JSON.stringify(next))
    known = next
  }
  const remember = (): void => {
    if (!existsSync(file)) write(known)
  }
  return {
    remember,
    begin: (staffId) => {
      const had = known[staffId]?.wrong ?? 0
      const passed = monotonic() - (guessedAt.get(staffId) ?? startedAt)
      const wrong = passed > REMEMBERED_MS ? 0 : had
      const left = waitAfter(wrong) - passed
      if (left > 0) throw new CommandRefused('PIN_HELD', String(Math.ceil(left / 1000)))
      write({ ...known, [staffId]: { wrong: wrong + 1 } })
      guessedAt.set(staffId, monotonic())
      return waitAfter(wrong + 1)
    },
    clear: (staffId) => {
      if (known[staffId] === undefined) return remember()
      const { [staffId]: _had, ...rest } = known
      write(rest)
    },
  }
}

function waitAfter(wrong: number): number {
  if (wrong <= FREE_ATTEMPTS) return 0
  return wrong >= MAX_ATTEMPTS ? LOCKED_MS : FIRST_WAIT_MS * 2 ** (wrong - FREE_ATTEMPTS - 1)
}

function read(file: string): z.infer<typeof storedAttempts> {
  try {
    return storedAttempts.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}
