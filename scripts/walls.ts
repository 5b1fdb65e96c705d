/**
 * Reads every import of the product and names those that go through a wall (.dependency-cruiser.mjs).
 * Run by `npm run check`. The library is called, not its command: the command cannot be told that it needs no
 * TypeScript compiler here, and says so at every run.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cruise } from 'dependency-cruiser'
import rules, { resolution } from '../.dependency-cruiser.mjs'

const ROOMS = ['main', 'preload', 'renderer', 'shared', 'scripts', 'test']

export type BrokenWall = { readonly rule: string; readonly from: string; readonly to: string }

/** Every forbidden import under `root`. Throws where the walls could not be looked at. */
export async function brokenWalls(root: string): Promise<readonly BrokenWall[]> {
  const { forbidden, options } = rules
  const rooms = ROOMS.filter((room) => existsSync(join(root, room)))
  const found = await cruise(
    rooms,
    { ...options, baseDir: root, validate: true, ruleSet: { forbidden } },
    resolution,
  )
  if (typeof found.output === 'string') throw new Error('the walls gave text where findings were expected')
  if (found.output.modules.length === 0) throw new Error(`no source was found under ${root}`)
  return found.output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
}

if (import.meta.main) {
  const broken = await brokenWalls(resolve(import.meta.dirname, '..'))
  for (const { rule, from, to } of broken) console.error(`${rule}: ${from} -> ${to}`)
  console.log(broken.length === 0 ? 'walls: none broken' : `walls: ${broken.length} broken`)
  process.exitCode = broken.length === 0 ? 0 : 1
}
