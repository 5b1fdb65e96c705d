import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SetupFailed } from '../../run/setup/progress.mjs'
import { start, until } from './program.ts'
import { journalOf, type Target } from './targets.ts'

export const START_MS = 30_000
const LONGEST_REASON = 300

/** Rejects where the app does not start: most attacks find nothing at a till that never ran. */
export async function assertStarts({ app, env, root }: Target): Promise<void> {
  const journal = journalOf(join(root, 'start'))
  const till = start({ command: app, env: env('start') })
  await until(() => till.code() !== undefined || existsSync(journal), START_MS)
  const ended = till.code()
  await till.stop()
  if (ended === undefined && existsSync(journal)) return
  const end = ended === undefined ? `no sales records after ${START_MS / 1000} s` : `exit code ${ended}`
  const why = (reasonIn(till.said()) ?? end).slice(0, LONGEST_REASON)
  throw new SetupFailed(`Nothing to attack: the till did not start: ${why}`)
}

/** The message of the last error in the till's log, else the last line that it wrote. */
function reasonIn(said: string): string | undefined {
  const [, logged] = [...said.matchAll(/"message":("(?:[^"\\]|\\.)*")/g)].at(-1) ?? []
  return logged === undefined ? said.trim().split('\n').findLast(Boolean) : JSON.parse(logged)
}
