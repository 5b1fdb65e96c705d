/**
 * A keyring of the test's own, like that of a shop's Linux: a session bus, and gnome-keyring with an unlocked keyring
 * on it. Does not touch the user's keyring.
 */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { programsMissing, systemLacks } from './needs.ts'

const BUS = 'dbus-daemon'
const KEYRING = 'gnome-keyring-daemon'

/** Why no keyring can be opened here; null when one can. */
export const keyringMissing = (): string | null =>
  systemLacks('linux', 'the keyring of the tests is Linux’s') ?? programsMissing(BUS, KEYRING)

/**
 * Opens a keyring for the running test. Returns the environment variables with which a program finds it. `atEnd` does
 * something when the test has ended.
 */
export async function openKeyring(
  atEnd: (work: () => void | Promise<void>) => void,
): Promise<Record<string, string>> {
  const home = await mkdtemp(join(tmpdir(), 'tugrik-keyring-'))
  atEnd(() => rm(home, { recursive: true, force: true }))
  const places = { HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home }

  const bus = spawn(BUS, ['--session', '--nofork', '--print-address'], {
    env: { ...process.env, ...places },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  atEnd(() => end(bus)) // everything on the bus ends with it
  const env = { ...places, DBUS_SESSION_BUS_ADDRESS: await firstLine(bus) }

  const keyring = spawn(KEYRING, ['--unlock', '--components=secrets'], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keyring.stdin.end('the shop’s own')
  await ended(keyring) // the daemon goes on in the background, unlocked and on the bus
  return env
}

function firstLine(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended: ${code}`)))
  })
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${child.spawnfile} ended: ${code}`)),
    )
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
