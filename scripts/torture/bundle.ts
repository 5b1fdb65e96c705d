import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { THREADS } from '../../main/thread.ts'
import { inProject } from '../setup/project.mjs'

export type Bundle = {
  readonly script: string
  /** Environment variables for every process that runs it. */
  readonly env: Record<string, string>
  readonly remove: () => void
}

/**
 * The terminal bundled, with its threads' files beside it: it starts in a third of the time, and a run starts it hundreds
 * of times. The files are two folders below the project's, like scripts/setup/project.mjs, which finds the project from
 * its own place.
 */
export async function bundleTerminal(): Promise<Bundle> {
  mkdirSync(inProject('out'), { recursive: true })
  const outDir = mkdtempSync(inProject('out/torture-'))
  const threads = Object.fromEntries(
    Object.entries(THREADS).map(([file, source]) => [file, inProject(`main/${source}`)]),
  )
  await build({
    configFile: false,
    logLevel: 'error',
    root: inProject('.'),
    // A native module cannot be bundled.
    ssr: { noExternal: true, external: ['@napi-rs/canvas'] },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      minify: false,
      rollupOptions: {
        input: { 'terminal.js': inProject('scripts/torture/terminal.ts'), ...threads },
        output: { entryFileNames: '[name]', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  const script = join(outDir, 'terminal.js')
  const env = { NODE_COMPILE_CACHE: join(outDir, 'compiled') }
  // Fills Node's compile cache once, because a killed process leaves none behind. This process ends at once: it has no
  // data folder.
  spawnSync(process.execPath, [script], { env: { ...process.env, ...env }, stdio: 'ignore' })
  return {
    script,
    env,
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  }
}
