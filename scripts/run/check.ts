/**
 * `npm run check`: checks types, format and lint, unused code, import rules, references to documents, and that
 * docs/service-coverage.md is up to date. Runs all checks even when one fails. `npm run check -- --map` prints instead how
 * the folders import each other, and `npm run check -- --figures` the size of the project.
 */
import { spawnSync } from 'node:child_process'
import { inProject } from './setup/project.mjs'

const CHECKS: readonly (readonly [name: string, script: string, ...args: string[]])[] = [
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'],
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  ['unused', 'node_modules/knip/bin/knip.js'],
  ['import rules', 'scripts/run/import-rules.ts'],
  ['references', 'scripts/run/references.ts'],
  ['service coverage', 'scripts/run/service-coverage.ts', '--check'],
]

const holds = (script: string, ...args: readonly string[]): boolean =>
  spawnSync(process.execPath, [inProject(script), ...args], { stdio: 'inherit', cwd: inProject('.') })
    .status === 0

const [asked, ...rest] = process.argv.slice(2)
if (asked === '--map') process.exit(holds('scripts/run/import-map.ts') ? 0 : 1)
if (asked === '--figures') process.exit(holds('scripts/run/figures.ts', ...rest) ? 0 : 1)

const failed = CHECKS.filter(([name, script, ...args]) => {
  console.log(`== ${name}`)
  return !holds(script, ...args)
})
console.log(
  failed.length === 0 ? 'check: all hold' : `check failed: ${failed.map(([name]) => name).join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
