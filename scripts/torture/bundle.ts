import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { inProject } from '../setup/project.mjs'

export type Bundle = {
  readonly script: string
  /** For every process that runs it. */
  readonly env: Record<string, string>
  readonly remove: () => void
}

/**
 * The terminal in one file: it starts in a third of the time that its sources take, and is started hundreds of times. The
 * file lies two folders below the project's, like scripts/setup/project.mjs, which finds the project from there.
 */
export async function bundleTerminal(): Promise<Bundle> {
  mkdirSync(inProject('out'), { recursive: true })
  const outDir = mkdtempSync(inProject('out/torture-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: inProject('.'),
    // A native module stays where it is.
    ssr: { noExternal: true, external: ['@napi-rs/canvas'] },
    build: {
      ssr: 'scripts/torture/terminal.ts',
      outDir,
      target: 'node24',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'terminal.mjs' } },
    },
  })
  const script = join(outDir, 'terminal.mjs')
  const env = { NODE_COMPILE_CACHE: join(outDir, 'compiled') }
  // Compiled once: a process that is killed leaves no cache behind. This one ends at once, for it is told no folder.
  spawnSync(process.execPath, [script], { env: { ...process.env, ...env }, stdio: 'ignore' })
  return {
    script,
    env,
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  }
}
