/**
 * Stores how far the shop database has this journal, so that a till that starts without the server can tell how much
 * waits. The server's own answer counts: without this file nothing is lost, and nothing is sent twice.
 */
import { join } from 'node:path'
import { z } from 'zod'
import type { Mode } from '../../../shared/shop/mode.ts'
import { writeFileAtomically } from '../../base/files/atomic-file.ts'
import { removeSync, textOrNone, waitEnd } from '../../base/files/held-files.ts'

const sent = z.strictObject({
  /** The journal's chain. A rescued journal has another one. */
  chain: z.string(),
  /** The next number that the server expects. */
  event: z.int().positive(),
  audit: z.int().positive(),
  /** When the server answered last. */
  at: z.int(),
  /** The form of the journal's rows when all of them were sent. */
  rows: z.int(),
  /** The epoch in which that was completed, and the number of the next event then. An older dump has rows of an older form. */
  whole: z.strictObject({ epoch: z.string(), event: z.int() }).exactOptional(),
})
export type Sent = z.infer<typeof sent>

export type SentFile = {
  readonly read: () => Sent | null
  readonly write: (next: Sent) => void
  readonly remove: () => void
}

export function sentFile(folder: string, mode: Mode): SentFile {
  const file = join(folder, `shop-database-${mode}.json`)
  return {
    read: () => {
      try {
        return sent.parse(JSON.parse(textOrNone(file) ?? 'null'))
      } catch {
        return null
      }
    },
    remove: () => removeSync(file, waitEnd()),
    write: (next) => {
      try {
        writeFileAtomically(file, JSON.stringify(next))
      } catch {
        // A full disk is reported elsewhere. Without this file more seems to wait than does.
      }
    },
  }
}
