/** What is attacked: the packaged app, and the same with a hostile page inside the archive. */
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pack } from '../packing.ts'
import { SetupFailed } from '../setup/progress.mjs'
import { inProject } from '../setup/project.mjs'
import { hostileScript } from './hostile-page.ts'

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
export const journalOf = (data: string): string => join(data, 'journal-practice.sqlite')

/** Packs both into `folder`, from the built app. */
export async function packTargets(folder: string): Promise<void> {
  await pack('Packaging the app', join(folder, 'app'))
  const assets = 'out/renderer/assets'
  const scripts = globSync('cashier-*.js', { cwd: inProject(assets) })
  if (scripts.length !== 1) throw new SetupFailed(`the cashier’s page has ${scripts.length} scripts`)
  const page = join(folder, 'page')
  mkdirSync(page, { recursive: true })
  for (const name of scripts) writeFileSync(join(page, name), hostileScript())
  const config = {
    extends: inProject('electron-builder.yml'),
    files: [...scripts.map((name) => `!${assets}/${name}`), { from: page, to: assets }],
  }
  writeFileSync(join(folder, 'hostile.json'), JSON.stringify(config))
  await pack('Packaging the hostile page', join(folder, 'hostile'), join(folder, 'hostile.json'))
}

/** The program of a packed app. */
export function programIn(folder: string): string {
  const names = ['*/tugrik-pos', '*/Tugrik POS.exe', '*/*.app/Contents/MacOS/Tugrik POS']
  const [program] = globSync(names.map((name) => join(folder, name)))
  if (program === undefined) throw new SetupFailed(`no packed app in ${folder}`)
  return program
}
