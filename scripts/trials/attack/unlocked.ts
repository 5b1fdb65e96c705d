/**
 * The till without its locks, for the proof that the attacks would tell: a changed copy of the sources, built and packed
 * in a temporary folder. The product has no switch that does any of this.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wantedFuses } from '../../run/fuses.ts'
import { runStep, SetupFailed } from '../../run/setup/progress.mjs'
import { inProject } from '../../run/setup/project.mjs'
import { LEAVING } from './hostile-page.ts'

const SOURCES = [
  ...['main', 'preload', 'renderer', 'shared', 'scripts/run/hosts', 'scripts/run/setup'],
  ...['electron.vite.config.ts', 'package.json', 'tsconfig.json'],
]

const ACCEPTED = 'return { ok: true, value: undefined }'

/** What each file loses. A text that is not there exactly once ends the build, so that no lock stays by mistake. */
const CHANGES: readonly (readonly [file: string, lock: string, open: string])[] = [
  ['main/till/commands/answer.ts', "return { ok: false, error: failure('INPUT_INVALID') }", ACCEPTED],
  ['main/till/commands/answer.ts', 'return { ok: false, error: error.failure }', ACCEPTED],
  [
    'main/electron/command-line.ts',
    'given.filter((argument) => ',
    'given.filter((argument) => !argument && ',
  ],
  ['main/electron/ipc.ts', "!isFromCashier(event, window()) || typeof name !== 'string'", 'false'],
  [
    'main/electron/ipc.ts',
    'parseRequest(text)',
    "{ request: (name === 'connectMerchant' && log.info(JSON.stringify(text)), text) }",
  ],
  ['main/electron/keep-alive.ts', 'withoutHash(url) !== withoutHash(address)', 'false'],
  ['main/electron/lockdown.ts', "'host-resolver-rules', 'MAP * ^NOTFOUND'", "'no-proxy-server'"],
  ['main/electron/lockdown.ts', "app.on('session-created', lockSession)", ''],
  [
    'main/electron/lockdown.ts',
    'await Promise.all(sessions.map(lockSession))',
    'void [sessions, lockSession]',
  ],
  ['main/electron/lockdown.ts', "contents.setWindowOpenHandler(() => ({ action: 'deny' }))", ''],
  ['main/electron/lockdown.ts', "contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')", ''],
  ['main/electron/page-preferences.ts', 'sandbox: true', 'sandbox: false'],
  ['main/electron/page-preferences.ts', 'contextIsolation: true', 'contextIsolation: false'],
  ['main/electron/page-preferences.ts', 'nodeIntegration: false', 'nodeIntegration: true'],
  ['main/electron/page-preferences.ts', 'webSecurity: true', 'webSecurity: false'],
  ['main/electron/run.ts', 'app.enableSandbox()', 'void 0'],
  ['main/electron/till.ts', '    askPerson: systemDialog(window),\n', ''],
  ['main/electron/run.ts', 'if (!app.requestSingleInstanceLock()) return false', ''],
  ['main/base/files/private-files.ts', 'OWNER_ONLY = 0o600', 'OWNER_ONLY = 0o666'],
  ['main/base/files/private-files.ts', 'OWNERS_FOLDER = 0o700', 'OWNERS_FOLDER = 0o777'],
  ['main/base/files/private-files.ts', 'RIGHTS_OF_OTHERS = 0o077', 'RIGHTS_OF_OTHERS = 0'],
  ['main/electron/security/content-policy.ts', "].join('; ')", "].slice(0, 0).join('; ')"],
  [
    'main/payment-service/client/connector.ts',
    '\n    rejectUnauthorized: true',
    '\n    rejectUnauthorized: false',
  ],
  // contextBridge throws in a page without context isolation.
  ['preload/cashier.ts', "contextBridge.exposeInMainWorld('pos', {", "Reflect.set(window, 'pos', {"],
  ['preload/cashier.ts', 'asText(name), asText(JSON.stringify(request)), asText(key)', 'name, request, key'],
  [
    'preload/cashier.ts',
    '(_event: unknown, view: string): void => listener(view)',
    '(...given: never[]): void => Reflect.apply(listener, null, given)',
  ],
]

/** Not part of the proof: macOS and Windows only, and a snapshot that the app does not have. */
const LEFT_ALONE = ['enableEmbeddedAsarIntegrityValidation', 'loadBrowserProcessSpecificV8Snapshot']

/** Builds the changed sources in this new folder. Returns the folder of the built code. */
export async function buildUnlocked(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  for (const name of SOURCES) cpSync(inProject(name), join(folder, name), { recursive: true })
  symlinkSync(inProject('node_modules'), join(folder, 'node_modules'))
  for (const [name, lock, open] of CHANGES) {
    const file = join(folder, name)
    const parts = readFileSync(file, 'utf8').split(lock)
    if (parts.length !== 2) throw new SetupFailed(`${name} has ${parts.length - 1} times: ${lock}`)
    writeFileSync(file, parts.join(open))
  }
  await runStep({
    title: 'Building the till without locks',
    command: process.execPath,
    args: [inProject('node_modules/electron-vite/bin/electron-vite.js'), 'build'],
    cwd: folder,
  })
  return join(folder, 'out')
}

export const unlockedFuses = (): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    Object.entries(wantedFuses()).map(([name, on]) => [name, LEFT_ALONE.includes(name) ? on : !on]),
  )

/** The attacks that tell nothing although no lock holds, by the beginning of their names. */
const QUIET: Readonly<Record<string, string>> = {
  'a till opens in spite of': 'a till without locks opens, too',
  'the till ends by itself': 'a till without locks goes on',
  microphone: 'the machine may have none',
  'the screen': 'Electron gives no screen to a page unless the app names one',
  place: 'Chromium knows no place without a key of Google’s',
  'a second till on the same data': 'the journal has a lock of its own',
  'NODE_OPTIONS=': 'Electron itself allows a packaged app neither option',
  'way out: ': 'the listener tells for all ways',
}

/** Whether this is no attack, but a proof that attacks run and are heard: it holds with and without the locks. */
export const isProof = (attack: string): boolean => attack.startsWith('proof: ') || attack === LEAVING

/** Why this attack tells nothing about a till without locks; null where it must tell. */
export const quietWithoutLocks = (attack: string): string | null =>
  Object.entries(QUIET).find(([name]) => attack.startsWith(name))?.[1] ?? null
