/** What the till remembers of updates over a restart. It is no proof: a package is trusted by a signed feed alone. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { failureSchema } from '../../shared/failure.ts'
import { timeSchema, type Wire } from '../../shared/wire.ts'
import { writeFileAtomically } from '../atomic-file.ts'
import type { Log } from '../environment.ts'

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

export function updateState(folder: string, log: Log) {
  const file = join(folder, 'updates.json')
  let state = readState(file)
  return {
    read: (): UpdateState => state,
    keep: (changed: Partial<UpdateState>): void => {
      state = { ...state, ...changed }
      try {
        writeFileAtomically(file, JSON.stringify(state))
      } catch (error) {
        log.warn(`the state of updates was not stored: ${error instanceof Error ? error.message : 'unknown'}`)
      }
    },
  }
}

function readState(file: string): UpdateState {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {
      id: randomUUID(),
      seen: null,
      checkedAt: null,
      failed: null,
      ready: null,
      attempt: null,
      tried: null,
      installed: null,
    }
  }
}
