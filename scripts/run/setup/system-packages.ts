import { spawnSync } from 'node:child_process'
import { isRoot, onPath } from './machine.ts'
import { runStep, SetupFailed } from './progress.mjs'

/** The libraries of Chromium that a bare Debian or Ubuntu lacks. */
export const ELECTRON_LIBRARIES = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libatk-bridge2.0-0',
  'libxtst6',
  'libcups2',
  'libdrm2',
  'libxkbcommon0',
  'libsecret-1-0',
]

/**
 * A display, a window manager and a keyring for Electron, readers of QR codes, Mongolian text and PDF, CUPS, a serial port, and a C
 * compiler for the simulated power cut.
 */
export const TEST_PACKAGES = [
  'xvfb',
  'xauth',
  'openbox',
  'xdotool',
  'gnome-keyring',
  'dbus-x11',
  'zbar-tools',
  'openssl',
  'tesseract-ocr',
  'tesseract-ocr-mon',
  'poppler-utils',
  'cups',
  'cups-client',
  'socat',
  'gcc',
  'libc6-dev',
]

/** Returns which of these packages are not installed; none on a system without dpkg. */
export function missingPackages(packages: readonly string[]): readonly string[] {
  if (onPath('dpkg-query') === null) return []
  return packages.filter((name) => !/^Status: .* installed$/m.test(run('dpkg-query', ['--status', name])))
}

/**
 * Installs packages when that needs no person: as root on a system with apt, unless TUGRIK_NO_INSTALL=1 forbids it. It says
 * before what it will do, and how large that is. Otherwise throws SetupFailed with the purpose and the line to type.
 */
export async function installPackages(purpose: string, packages: readonly string[]): Promise<void> {
  if (onPath('apt-get') === null)
    throw new SetupFailed(`${purpose}, install what your system calls ${packages.join(' ')}`)
  const command = `apt-get install -y ${packages.join(' ')}`
  if (!isRoot()) throw new SetupFailed(`${purpose}, type: sudo ${command}`)
  if (process.env.TUGRIK_NO_INSTALL === '1') throw new SetupFailed(`${purpose}, type: ${command}`)
  console.log(
    `You are root, so apt-get installs what is missing ${purpose}: ${packages.join(' ')}. TUGRIK_NO_INSTALL=1 forbids it.`,
  )
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await refreshPackageLists(env)
  const names = packages.map(currentName)
  for (const line of sizeOf(names)) console.log(`  apt-get: ${line}`)
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...names]
  await runStep({ title: `apt-get install: ${names.join(' ')}`, command: 'apt-get', args, env })
}

let refreshed = false
async function refreshPackageLists(env: NodeJS.ProcessEnv): Promise<void> {
  if (refreshed) return
  await runStep({ title: 'apt-get update', command: 'apt-get', args: ['update', '-qq'], env })
  refreshed = true
}

/** What apt itself says about the download and the disk. */
const sizeOf = (names: readonly string[]): readonly string[] =>
  run('apt-get', ['install', '--assume-no', '--no-install-recommends', ...names], { LC_ALL: 'C' }).match(
    /^(Need to get|After this operation).*$/gm,
  ) ?? []

/** Since 2024 this package has another name; two packages provide the old name, so apt refuses to choose. */
const currentName = (name: string): string =>
  name === 'libasound2' && run('apt-cache', ['show', 'libasound2t64']) !== '' ? 'libasound2t64' : name

/** The shared libraries that a program needs and the machine lacks. On Linux only; none elsewhere. */
export const missingLibraries = (executable: string): readonly string[] =>
  process.platform === 'linux'
    ? [...run('ldd', [executable]).matchAll(/^\s*(\S+) => not found/gm)].map(([, library]) => String(library))
    : []

const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } }).stdout ?? ''
