import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { runStep } from './progress.mjs'
import { inProject } from './project.mjs'

const SOURCES = [
  '{main,preload,renderer,shared}/**/*.*',
  'electron.vite.config.ts',
  'scripts/run/hosts/many-tills.ts',
  'scripts/run/setup/bundled-packages.ts',
  'tsconfig.json',
  'package-lock.json',
]
const STAMP = 'out/.built-from'

/** Builds the product into `out/` when the sources differ from those of the last build. */
export async function ensureBuild(): Promise<void> {
  if (existsSync(inProject(STAMP)) && readFileSync(inProject(STAMP), 'utf8') === fingerprint(SOURCES)) return
  await buildAnew()
}

export async function buildAnew(): Promise<void> {
  const sources = fingerprint(SOURCES)
  rmSync(inProject('out/.bundled'), { recursive: true, force: true })
  rmSync(inProject(STAMP), { force: true }) // after a failed build `out/` must not look fresh
  await runStep({
    title: 'Building',
    command: process.execPath,
    args: [inProject('node_modules/electron-vite/bin/electron-vite.js'), 'build'],
    cwd: inProject('.'),
  })
  mkdirSync(inProject('out'), { recursive: true })
  writeFileSync(inProject(STAMP), sources)
}

/** A hash of the contents, because a checkout changes file times without changing the build. */
export function fingerprint(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of globSync(patterns, { cwd: inProject('.') }).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(inProject(file)))
      .update('\0')
  }
  return hash.digest('hex')
}
