/**
 * Starts a CUPS server that is separate from the system's: it has its own folders and socket, and listens on no port. The
 * caller chooses what the backend of each queue does: save the document, fail, or hang.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** `prints` saves the document; the others are faults. */
type Tray = 'prints' | 'fails' | 'stops' | 'hangs' | 'lacks-paper'

export const CUPSD = '/usr/sbin/cupsd'
const SERVER_BIN = '/usr/lib/cups'
const STARTS_WITHIN_MS = 20_000

/** Starts the server in an empty folder. Throws if it does not answer in time. */
export async function startOwnCups(folder: string) {
  chmodSync(folder, 0o755)
  const tray = layOut(folder)
  const socket = join(folder, 'cups.sock')
  const cupsd = spawn(
    CUPSD,
    ['-f', '-c', join(folder, 'cupsd.conf'), '-s', join(folder, 'cups-files.conf')],
    {
      stdio: 'ignore',
      detached: true,
    },
  )
  const ended = once(cupsd, 'close')
  const stop = async (): Promise<void> => {
    for (const pid of backendsIn(folder)) killBackend(pid)
    cupsd.kill('SIGTERM')
    await ended
  }
  /** Points lp and lpstat to this CUPS. */
  const environment: NodeJS.ProcessEnv = { ...process.env, CUPS_SERVER: socket, LC_ALL: 'C' }
  /** Runs lpadmin, cupsdisable and the like on this CUPS. */
  const command = async (name: string, ...args: readonly string[]): Promise<string> =>
    (await run(name, args, { env: environment })).stdout
  const runs = async (): Promise<boolean> =>
    (await command('lpstat', '-r').catch(() => '')).includes('scheduler is running')
  for (const until = Date.now() + STARTS_WITHIN_MS; !(await runs()); await delay(50))
    if (Date.now() > until) {
      await stop()
      throw new Error('CUPS did not start')
    }
  return {
    environment,
    command,
    addQueue: async (name: string, kind: Tray): Promise<void> => {
      await command('lpadmin', '-p', name, '-v', `tray:${tray}/${kind}`, '-E', '-o', POLICY)
    },
    /** The printed documents, oldest first. */
    documents: (): readonly string[] =>
      readdirSync(tray)
        .filter((file) => file.endsWith('.pdf'))
        .map((file) => join(tray, file)),
    stop,
  }
}

export type OwnCups = Awaited<ReturnType<typeof startOwnCups>>

const POLICY = 'printer-error-policy=abort-job'

function layOut(folder: string): string {
  for (const name of ['root', 'state', 'spool', 'spool/tmp', 'cache', 'bin', 'bin/backend', 'tray', 'pids'])
    mkdirSync(join(folder, name))
  for (const name of ['filter', 'daemon', 'notifier', 'cgi-bin', 'monitor', 'driver'])
    symlinkSync(join(SERVER_BIN, name), join(folder, 'bin', name))
  const tray = join(folder, 'tray')
  const backend = join(folder, 'bin', 'backend', 'tray')
  writeFileSync(backend, backendScript(join(folder, 'pids')))
  chmodSync(backend, 0o755)
  if (process.getuid?.() === 0) chmodSync(backend, 0o700)
  writeFileSync(join(folder, 'cupsd.conf'), serverSettings(join(folder, 'cups.sock')))
  writeFileSync(join(folder, 'cups-files.conf'), fileSettings(folder))
  return tray
}

/** A backend gets job, user, title, copies, options and perhaps a file; its exit code says how it went (backend(7)). */
const backendScript = (pids: string): string => `#!/bin/sh
[ $# = 0 ] && { echo 'direct tray "Unknown" "Tray"'; exit 0; }
uri=\${DEVICE_URI#tray:}
echo $$ > '${pids}'/$$
case "$uri" in
  */prints) cat \${6:+"$6"} > "\${uri%/*}/$1.part" && mv "\${uri%/*}/$1.part" "\${uri%/*}/$1.pdf" ;;
  */fails) echo 'ERROR: the head is broken' >&2; exit 1 ;;
  */stops) echo 'ERROR: not plugged in' >&2; exit 4 ;;
  */lacks-paper) echo 'STATE: +media-empty-error' >&2; echo 'ERROR: no paper' >&2; exec sleep 300 ;;
  *) exec sleep 300 ;;
esac
`

const backendsIn = (folder: string): readonly number[] => readdirSync(join(folder, 'pids')).map(Number)

/** Kills a backend that hangs. Checks its command line first, because its process id may have been reused. */
function killBackend(pid: number): void {
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('sleep\x180')) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const serverSettings = (socket: string): string => `LogLevel none
Listen ${socket}
WebInterface No
Browsing No
DefaultAuthType None
<Location />
  Order allow,deny
  Allow all
</Location>
<Policy default>
  JobPrivateAccess default
  JobPrivateValues default
  <Limit All>
    Order allow,deny
    Allow all
  </Limit>
</Policy>
`

const fileSettings = (folder: string): string => `ServerRoot ${folder}/root
StateDir ${folder}/state
RequestRoot ${folder}/spool
CacheDir ${folder}/cache
TempDir ${folder}/spool/tmp
ServerBin ${folder}/bin
DataDir /usr/share/cups
AccessLog ${folder}/access.log
ErrorLog ${folder}/error.log
PageLog ${folder}/page.log
`
