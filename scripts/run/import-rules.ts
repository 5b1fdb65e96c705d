/**
 * Checks every import of the product against the rules in .dependency-cruiser.mjs. `npm run check` runs it. It calls
 * the library instead of the command, because the command prints a warning about a missing TypeScript compiler at every
 * run.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import rules, { resolution } from '../../.dependency-cruiser.mjs'

const FOLDERS = ['main', 'preload', 'renderer', 'shared', 'scripts', 'test']

export type BrokenRule = { readonly rule: string; readonly from: string; readonly to: string }

/** Reads every import under `root`. Throws when the imports could not be read. */
export async function readImports(root: string, checked: ICruiseOptions = {}): Promise<ICruiseResult> {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)))
  const { output } = await cruise(folders, { ...rules.options, baseDir: root, ...checked }, resolution)
  if (typeof output === 'string') throw new Error('the import check returned text instead of findings')
  if (output.modules.length === 0) throw new Error(`no source was found under ${root}`)
  return output
}

/** Returns every forbidden import under `root`. Throws when the imports could not be read. */
export async function brokenRules(root: string): Promise<readonly BrokenRule[]> {
  const { forbidden } = rules
  const { summary } = await readImports(root, { validate: true, ruleSet: { forbidden } })
  return summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
}

if (import.meta.main) {
  const broken = await brokenRules(resolve(import.meta.dirname, '../..'))
  for (const { rule, from, to } of broken) console.error(`${rule}: ${from} -> ${to}`)
  console.log(broken.length === 0 ? 'import rules: none broken' : `import rules: ${broken.length} broken`)
  process.exitCode = broken.length === 0 ? 0 : 1
}
