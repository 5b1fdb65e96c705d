/** What is attacked: the packaged app, and the same with a hostile page inside the archive. */
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pack } from '../../run/packing.ts'
import { SetupFailed } from '../../run/setup/progress.mjs'
import { inProject } from '../../run/setup/project.mjs'
import { hostileScript } from './hostile-page.ts'
import { start, until } from './program.ts'
import { buildUnlocked, unlockedFuses } from './unlocked.ts'

export type Target = {
  /** A folder for all files of the run. */
  readonly root: string
  /** The command lines that start the app and its hostile twin. */
  readonly app: readonly string[]
  readonly hostile: readonly string[]
  /** The environment of a till with its data in this folder of the root. */
  readonly env: (data: string) => Readonly<Record<string, string>>
}

/** `wrong` is null where the till held. `detail` is for the reader. */
export type Report = (attack: string, wrong: string | null, detail?: string) => void

/** A till that opens makes this file first of all, for it starts in test mode. */
export const journalOf = (data: string): string => join(data, 'journal-test.sqlite')

/** The same of a till with a merchant. */
export const liveJournalOf = (data: string): string => join(data, 'journal.sqlite')

/** Packs both into `folder`, from the built app, or both without locks (unlocked.ts). */
export async function packTargets(
  folder: string,
  { unlocked }: { readonly unlocked: boolean },
): Promise<void> {
  const sources = join(folder, 'sources')
  const out = unlocked ? await buildUnlocked(sources) : inProject('out')
  const assets = 'renderer/assets'
  const scripts = globSync('cashier-*.js', { cwd: join(out, assets) }).map((name) => `${assets}/${name}`)
  if (scripts.length !== 1) throw new SetupFailed(`the cashier’s page has ${scripts.length} scripts`)
  const page = join(folder, 'page')
  mkdirSync(join(page, assets), { recursive: true })
  for (const name of scripts) writeFileSync(join(page, name), hostileScript())

  const packWith = async (kind: string, replaced: readonly string[]): Promise<void> => {
    const filter = ['**/*', '!main/many-tills.js', ...replaced.map((name) => `!${name}`)]
    const files = [
      ...(unlocked ? ['!out/**', { from: out, to: 'out', filter }] : replaced.map((name) => `!out/${name}`)),
      ...(replaced.length > 0 ? [{ from: page, to: 'out' }] : []),
    ]
    const fuses = unlocked ? { electronFuses: unlockedFuses() } : {}
    const config = join(folder, `${kind}.json`)
    writeFileSync(config, JSON.stringify({ extends: inProject('electron-builder.yml'), files, ...fuses }))
    await pack(`Packaging the ${kind}`, join(folder, kind), config)
  }
  await packWith('app', [])
  await packWith('hostile', scripts)
  rmSync(sources, { recursive: true, force: true })
}

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
