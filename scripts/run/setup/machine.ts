/** Facts about this machine. */

import { once } from 'node:events'
import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Chromium's sandbox does not run as root, so Electron and browsers are started without it then. */
export const isRoot = (): boolean => process.getuid?.() === 0

/** The full path of a command, or null. */
export function onPath(command: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, command)).find(isExecutable) ?? null
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether a window can be shown. */
export const hasDisplay = (): boolean =>
  process.platform === 'darwin' ||
  process.platform === 'win32' ||
  Boolean(process.env.DISPLAY) ||
  Boolean(process.env.WAYLAND_DISPLAY)

/** Wraps a command line in a virtual display when there is no real one. */
export function withDisplay(
  command: string,
  args: readonly string[],
): { command: string; args: readonly string[] } {
  if (hasDisplay()) return { command, args }
  // Without -noreset the display starts anew when its last window closes, and refuses a window that opens meanwhile.
  return { command: 'xvfb-run', args: ['-a', '-s', '-screen 0 1600x1200x24 -noreset', command, ...args] }
}

/** Whether Electron can open windows, on a real or a virtual display. */
export const canShowWindows = (): boolean => hasDisplay() || onPath('xvfb-run') !== null

const MEMORY = '/dev/shm'

/**
 * A folder for temporary files: in memory, where `bytes` are free and programs may run, because there a commit does not
 * wait for the disk. Else, or where TMPDIR is set, the system's own.
 */
export function temporaryRoot(bytes: number): string {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux') return tmpdir()
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY)
    const { bavail, bsize } = statfsSync(MEMORY)
    const fits = mount !== undefined && !mount.includes('noexec') && bavail * bsize >= bytes
    return fits ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const TICKS_PER_SECOND = 100 // USER_HZ, the same on every Linux

/** The processor time of this process and of all processes that it has waited for. Null where the system is not Linux. */
export function processorSeconds(): number | null {
  if (process.platform !== 'linux') return null
  // proc_pid_stat(5): after the name in brackets come the state and ten more fields, then utime, stime, cutime and cstime.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return Math.round(ticks / TICKS_PER_SECOND)
}
