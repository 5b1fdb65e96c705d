/**
 * `npm run doors [-- WORD …]`: runs every command of README.md, or those with one of these words, in its smallest form
 * (scripts/run/doors/table.ts), in a clean copy of the last commit, without a display. Commands whose result
 * depends on Electron run twice: without Electron, and with the one of this machine. Prints a line for each command, and at the end how many passed.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { commandsIn, DOORS, type Door, differences } from './doors/table.ts'
import { findHost } from './hosts/index.ts'
import { inProject } from './setup/project.mjs'
import { NONE, tallyLine } from './tests/tally.ts'

/** A command that takes longer hangs. The first one installs everything. */
const LONGEST_MS = 15 * 60_000
const LINES_OF_OUTPUT = 40
const NOWHERE = 'http://127.0.0.1:1/'
const isWindows = process.platform === 'win32'

type Machine = { readonly name: string; readonly electron: string | null }
type Ended = { readonly code: number | null; readonly output: string; readonly isReady: boolean }

const root = mkdtempSync(join(tmpdir(), 'tugrik-doors-'))
const [copy, out] = [join(root, 'copy'), join(root, 'out')]
mkdirSync(out)

async function runDoors(words: readonly string[]): Promise<number> {
  const commands = commandsIn(readFileSync(join(copy, 'README.md'), 'utf8'))
  const wrong = differences(commands, Object.keys(DOORS))
  for (const line of wrong) console.log(`✗ ${line}`)
  const results = [...wrong.map(() => false)]
  for (const machine of machines()) {
    for (const command of commands.filter((one) => isAsked(one, words))) {
      const door = DOORS[command]
      if (door === undefined || (machine.electron !== null && door.electron === undefined)) continue
      results.push(await passes(door, machine))
    }
  }
  const passed = results.filter(Boolean).length
  console.log(`\n${tallyLine({ ...NONE, passed, failed: results.length - passed })}`)
  return passed > 0 && passed === results.length ? 0 : 1
}

const isAsked = (command: string, words: readonly string[]): boolean =>
  words.length === 0 || words.some((word) => command.split(' ').includes(word))

/** The second one runs only what differs with Electron. */
function machines(): readonly Machine[] {
  const without: Machine = { name: 'without Electron', electron: null }
  const found = findHost('electron')
  if ('executable' in found) return [without, { name: 'with Electron', electron: distOf(found.executable) }]
  console.log(`Nothing is run with Electron: ${found.missing}`)
  return [without]
}

/** On macOS the program is inside Electron.app. */
const distOf = (executable: string): string =>
  process.platform === 'darwin' ? join(dirname(executable), '../../..') : dirname(executable)

async function passes(door: Door, machine: Machine): Promise<boolean> {
  const begun = performance.now()
  // On the second machine the files of the first one are there.
  for (const pattern of door.leaves ?? []) for (const file of filesOf(pattern)) rmSync(resolve(copy, file))
  const ended = await run(door, machine)
  const seconds = Math.round((performance.now() - begun) / 1000)
  const wrong =
    door.electron === 'needed' && machine.electron === null ? wrongRefusal(ended) : wrongResult(door, ended)
  console.log(
    `${wrong === null ? '✓' : '✗'} ${String(seconds).padStart(4)} s  ${door.run} · ${machine.name}${wrong === null ? '' : ` · ${wrong}`}`,
  )
  if (wrong !== null) console.log(ended.output.trimEnd().split('\n').slice(-LINES_OF_OUTPUT).join('\n'))
  return wrong === null
}

/** A command that runs until it is stopped, such as a server, is stopped as soon as it says that it is ready. */
function run(door: Door, machine: Machine): Promise<Ended> {
  const [command = '', ...args] = door.run.split(' ').map((part) => part.replace('OUT', out))
  const child = spawn(command, args, {
    cwd: copy,
    env: environmentOf(door, machine),
    shell: isWindows, // npm is a .cmd file there
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, isReady] = ['', false]
  const hear = (said: string): void => {
    output += stripVTControlCharacters(said)
    if (isReady || !door.ready?.test(output)) return
    isReady = true
    end(child)
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
  const limit = setTimeout(() => end(child), LONGEST_MS)
  return new Promise((settle, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(limit)
      settle({ code, output, isReady })
    })
  })
}

/** As Ctrl+C does. Windows has no signals: there the processes are ended from outside. */
function end(child: ChildProcess): void {
  if (isWindows) spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'])
  else child.kill('SIGINT')
}

/** The environment of a new terminal, without what npm added for this script. */
function environmentOf({ ready }: Door, { electron }: Machine): NodeJS.ProcessEnv {
  const ours =
    /^(npm_(?!config_)\w+|npm_config_local_prefix|INIT_CWD|NODE|NODE_OPTIONS|DISPLAY|WAYLAND_DISPLAY)$/
  const usual = Object.entries(process.env).filter(([name]) => !ours.test(name))
  return {
    ...Object.fromEntries(
      usual.map(([name, value = '']) => [name, /^path$/i.test(name) ? usualPath(value) : value]),
    ),
    // Without Electron it cannot be downloaded either.
    ELECTRON_OVERRIDE_DIST_PATH: electron ?? undefined,
    ...(electron === null ? { ELECTRON_MIRROR: NOWHERE, npm_config_electron_mirror: NOWHERE } : {}),
    ...(ready ? { TUGRIK_DATA: join(out, 'data') } : {}),
    // The shell that npm usually starts, dash on Debian, does not pass a signal on.
    ...(isWindows ? {} : { npm_config_script_shell: 'bash' }),
  }
}

const usualPath = (path: string): string =>
  path
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)

/** Why the result is not as it should be; null if it is. */
function wrongResult({ says, leaves = [], ready }: Door, { code, output, isReady }: Ended): string | null {
  if (ready && !isReady) return `it did not say that it is ready, and ended with ${code}`
  if (code !== 0 && !(ready && isWindows)) return `exit code ${code}`
  if (says && !says.test(output)) return `it did not say ${says}`
  if (output.includes('ExperimentalWarning')) return 'it printed an ExperimentalWarning'
  const missing = leaves.filter((pattern) => filesOf(pattern).length === 0)
  return missing.length > 0 ? `it did not leave ${missing.join(', ')}` : null
}

const filesOf = (pattern: string): readonly string[] => globSync(pattern.replace('OUT', out), { cwd: copy })

/** The last line says that Electron is missing. */
function wrongRefusal({ code, output }: Ended): string | null {
  if (code === 0) return 'it ended without an error, although there is no Electron'
  if (/^ +at /m.test(output)) return 'it printed a stack'
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  return /electron/i.test(last) ? null : 'its last line does not say that Electron is missing'
}

try {
  execFileSync('git', ['clone', '--quiet', inProject('.'), copy], { stdio: 'inherit' })
  process.exitCode = await runDoors(process.argv.slice(2))
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
}
