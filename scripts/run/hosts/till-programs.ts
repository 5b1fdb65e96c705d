/**
 * Bundles the programs that run a till in its own process. A bundle starts in a third of the time, and the tests start
 * hundreds.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { THREADS } from '../../../main/base/thread.ts'
import { fingerprint } from '../setup/build.ts'
import { madeFolder, makeOnce } from '../setup/made-folder.ts'
import { oneAtATime } from '../setup/one-at-a-time.mjs'
import { inProject } from '../setup/project.mjs'

const PROGRAMS = {
  terminal: 'scripts/run/hosts/terminal-process.ts',
  'fast-terminal': 'test/support/fast-terminal.ts',
  'torture-terminal': 'scripts/trials/torture/terminal.ts',
  'till-with-umask': 'test/support/till-with-umask.ts',
  'sells-over-midnight': 'test/support/sells-over-midnight.ts',
} as const

const SOURCES = [
  '{main,shared,scripts}/**/*.*',
  'test/support/{fast-*,hand-clock,till-with-umask,sells-over-midnight}.ts',
  'package-lock.json',
]

export type TillProgram = keyof typeof PROGRAMS

let built: Promise<string> | undefined

/** The script to start. Bundles the programs first if their sources have changed. */
export async function scriptOf(program: TillProgram): Promise<string> {
  built ??= oneAtATime(bundleTillPrograms)
  return join(await built, `${program}.js`)
}

/** The folder of the bundle of the current sources. Empty where there is none yet. */
export function builtTillPrograms(): string {
  const folder = madeFolder('tills', fingerprint(SOURCES))
  return existsSync(folder) ? folder : ''
}

/** Returns the folder. */
export async function bundleTillPrograms(): Promise<string> {
  const { folder, isNew } = await makeOnce('tills', fingerprint(SOURCES), bundle)
  if (!isNew) return folder
  // Fills Node's compile cache once, because a killed process leaves none. Without a data folder each ends at once.
  for (const program of Object.keys(PROGRAMS))
    spawnSync(process.execPath, [join(folder, `${program}.js`)], {
      env: { ...process.env, ...COMPILED },
      stdio: 'ignore',
    })
  return folder
}

/** Node's compile cache. */
export const COMPILED = { NODE_COMPILE_CACHE: inProject('out/.compiled') }

async function bundle(outDir: string): Promise<void> {
  // Imported only here, because the programs are nearly always there already.
  const { build } = await import('vite')
  const programs = Object.entries(PROGRAMS).map(([name, source]) => [`${name}.js`, inProject(source)])
  const threads = Object.entries(THREADS).map(([file, source]) => [file, inProject(`main/${source}`)])
  await build({
    configFile: false,
    logLevel: 'error',
    root: inProject('.'),
    plugins: [quickStart],
    // A native module cannot be bundled.
    ssr: { noExternal: true, external: ['@napi-rs/canvas'] },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      minify: false,
      rollupOptions: {
        input: Object.fromEntries([...programs, ...threads]),
        output: { entryFileNames: '[name]', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

const HTTP = '\0http'
/** Three exports of node:http load a second undici when they are read, and an import statement reads all of them. */
const LATER = ['WebSocket', 'CloseEvent', 'MessageEvent']

/** A bundle starts in three quarters of the time with it. */
const quickStart: Plugin = {
  name: 'quick-start',
  enforce: 'pre',
  resolveId: (id) => (id === 'node:http' ? HTTP : null),
  load: (id) =>
    id === HTTP
      ? `export const { ${Object.keys(http).filter((name) => !LATER.includes(name))} } = process.getBuiltinModule('http')`
      : null,
  // Node decodes a file of ASCII at once.
  generateBundle: (_options, files) => {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = inAscii(file.code)
  },
}

/** As escapes, which mean the same in strings, templates and regular expressions. */
const inAscii = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
