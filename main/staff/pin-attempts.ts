/**
 * Wrong guesses of each person's PIN. From the third on the next one waits, twice as long each time; after ten it is a
 * quarter of an hour. A guess is counted on the disk before it is looked at, so that neither a restart nor many at once
 * give one more. Waits run on the monotonic clock, and begin anew with a start: no wrong wall clock keeps anybody out.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { CommandRefused } from '../../shared/failure.ts'
import { writeFileAtomically } from '../atomic-file.ts'

/** The file is there from the first person on: a rescue of the register asks for it (main/register/rescue.ts). */
export const PIN_ATTEMPTS = 'staff-guesses.json'

const FREE_ATTEMPTS = 2
const FIRST_WAIT_MS = 2_000
const MAX_ATTEMPTS = 10
const LOCKED_MS = 15 * 60_000
/** So long after the last one, or after a start, they are forgotten. */
const REMEMBERED_MS = 24 * 3_600_000

/** An older version kept beside it until when the next one waited, by the wall clock. */
const storedAttempts = z.record(z.string(), z.object({ wrong: z.int().nonnegative() }))

export type PinAttempts = {
  /** Makes the file, where there is none: there are people. */
  readonly remember: () => void
  /** Counts one before it is made; refuses while its person is slowed. Answers how long the next one will have to wait. */
  readonly begin: (staffId: string) => number
  /** It was right, or the person got a PIN. */
  readonly forget: (staffId: string) => void
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
    forget: (staffId) => {
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
