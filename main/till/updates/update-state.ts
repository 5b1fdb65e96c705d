/** What the till remembers of updates over a restart. It is no proof: a package is trusted by a signed feed alone. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { type Failure, failure, failureSchema } from '../../../shared/failure.ts'
import { timeSchema, type Wire } from '../../../shared/wire.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { writeFileAtomically } from '../../base/files/atomic-file.ts'
import { textOrNone } from '../../base/files/held-files.ts'

const DAY = 24 * 3_600_000

const atVersion = z.strictObject({ at: timeSchema, version: z.string() })
const stateSchema = z.strictObject({
  id: z.string(),
  /** `signedAt` of the newest feed. */
  seen: z.nullable(z.iso.datetime()),
  checkedAt: z.nullable(timeSchema),
  failed: z.nullable(z.strictObject({ at: timeSchema, failure: failureSchema })),
  /** The update that waits for its hour. */
  ready: z.nullable(atVersion),
  /** Written before an installation begins: the next start tells whether it succeeded. */
  attempt: z.nullable(atVersion.extend({ from: z.string() })),
  /** An installation that failed is not repeated by itself. */
  tried: z.nullable(z.string()),
  installed: z.nullable(atVersion),
})
export type UpdateState = Wire<typeof stateSchema>

const LONGEST_WAIT_MS = 3 * DAY
const LONGEST_AWAY_MS = 7 * DAY

/** What a person must know: a failure, but a server that is away only after a week; or an update that waits for days. */
export function updateNotice({ failed, ready }: UpdateState, now: number): Failure | null {
  const away = failed?.failure.name === 'UPDATE_AWAY'
  if (failed !== null && (!away || now - failed.at > LONGEST_AWAY_MS)) return failed.failure
  // Such as at a till that is off at its hour.
  return ready !== null && now - ready.at > LONGEST_WAIT_MS ? failure('UPDATE_WAITING', ready.version) : null
}

/** What the till of this data folder remembers, read from outside. */
export const readUpdateState = (folder: string): UpdateState => readState(fileIn(folder)).state

const fileIn = (folder: string): string => join(folder, 'updates.json')

export function updateState(folder: string, log: Log) {
  const file = fileIn(folder)
  const { state: first, isUnread } = readState(file)
  let state = first
  return {
    read: (): UpdateState => state,
    /** Tells whether it is on the disk. */
    keep: (changed: Partial<UpdateState>): boolean => {
      state = { ...state, ...changed }
      if (isUnread) return false
      try {
        writeFileAtomically(file, JSON.stringify(state))
        return true
      } catch (error) {
        log.warn('the state of updates was not stored', { error })
        return false
      }
    },
  }
}

/** `isUnread`: there is a file that cannot be read now. It is not overwritten before the next start. */
function readState(file: string): { readonly state: UpdateState; readonly isUnread: boolean } {
  let text: string | null
  try {
    text = textOrNone(file)
  } catch {
    return { state: newState(), isUnread: true }
  }
  try {
    return { state: stateSchema.parse(JSON.parse(text ?? '')), isUnread: false }
  } catch {
    return { state: newState(), isUnread: false }
  }
}

const newState = (): UpdateState => ({
  id: randomUUID(),
  seen: null,
  checkedAt: null,
  failed: null,
  ready: null,
  attempt: null,
  tried: null,
  installed: null,
})
