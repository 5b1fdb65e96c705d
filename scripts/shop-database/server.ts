/** A PostgreSQL of our own in a folder, with TLS, for trying and for tests. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAdmin } from '../../main/many-tills/server/index.ts'
import { makeCertificates } from './certificates.ts'
import { type Owner, postgresPrograms, reachable, serverOwner } from './programs.ts'

export type OwnServerOptions = {
  readonly folder: string
  readonly port?: number
  /** The address that tills use, for the certificate. */
  readonly names?: readonly string[]
  /** Listens beyond this machine. */
  readonly open?: boolean
  /** For tests: does not wait for the disk. What a killed process wrote is kept all the same. */
  readonly fast?: boolean
  /** The most at a time. */
  readonly connections?: number
  /** The folder of a stopped server to copy, for a server that does not exist yet. Default: makes a new one. */
  readonly from?: string
}

const SECRETS = 'server.password'
/** What a stopped server has in its folder. */
export const PARTS = ['data', SECRETS]

export async function ownServer(options: OwnServerOptions) {
  const { folder, from = null, open = false, connections = 100 } = options
  const owner = serverOwner()
  makeFolder(folder, owner)
  const programs = reachable(await postgresPrograms(), owner, folder)
  const data = join(folder, 'data')
  if (!existsSync(join(data, 'PG_VERSION'))) {
    rmSync(data, { recursive: true, force: true })
    if (from === null) makeData(options, programs, owner)
    else copyFrom(from, folder, owner)
  }
  const port = options.port ?? (await freePort())
  const password = readFileSync(join(folder, SECRETS), 'utf8').trim()
  const ca = readFileSync(join(data, 'ca.crt'), 'utf8')
  const admin = { host: 'localhost', port, database: 'postgres', user: 'postgres', password, ca }
  const version = /[\d.]+/.exec(run(join(programs, 'postgres'), owner, '--version'))?.[0] ?? ''
  let server: ChildProcess | null = null

  const start = async (): Promise<void> => {
    const args = [
      ...['-D', data, '-p', String(port)],
      ...['-c', `listen_addresses=${open ? '*' : 'localhost'}`],
      ...['-c', `max_connections=${connections}`],
    ]
    const started = spawn(join(programs, 'postgres'), args, { stdio: ['ignore', 'ignore', 'pipe'], ...owner })
    server = started
    let said = ''
    started.stderr.on('data', (text) => {
      said = (said + text).slice(-4000)
    })
    for (;;) {
      // After a kill the processes of its connections may live for a moment, and hold its memory.
      if (started.exitCode !== null && /shared memory block/.test(said)) return start()
      if (started.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${said}`)
      const client = await connectAdmin(admin).catch(() => null)
      if (client !== null) return client.end()
      await sleep(20)
    }
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = server
    server = null
    if (ended === null || ended.exitCode !== null || ended.signalCode !== null) return
    const over = once(ended, 'close')
    ended.kill(signal)
    await over
  }
  const kill = async (): Promise<void> => {
    const connections = childrenOf(server?.pid)
    await end('SIGKILL')
    for (const pid of connections) killAtOnce(pid)
    rmSync(join(data, 'postmaster.pid'), { force: true })
  }
  await start()
  return {
    ...{ host: 'localhost', port, ca, version },
    /** Of its superuser `postgres`. */
    password,
    /** Again, after `kill` or `stop`. */
    start,
    /** As a power cut does. */
    kill,
    /** Ends open connections and stops: SIGINT is PostgreSQL's fast shutdown. */
    stop: () => end('SIGINT'),
  }
}

export type OwnServer = Awaited<ReturnType<typeof ownServer>>

function makeData(
  { folder, names = [], fast = false }: OwnServerOptions,
  programs: string,
  owner: Owner,
): void {
  const data = join(folder, 'data')
  const secrets = join(folder, SECRETS)
  writeFileSync(secrets, `${crypto.randomUUID()}\n`, { mode: 0o600 })
  give(secrets, owner)
  run(
    join(programs, 'initdb'),
    owner,
    ...['-D', data, '-U', 'postgres', '--pwfile', secrets, '--auth=scram-sha-256'],
    ...['--encoding=UTF8', '--locale=C', '--no-instructions', ...(fast ? ['--no-sync'] : [])],
  )
  makeCertificates(data, [...new Set(['localhost', '127.0.0.1', '::1', hostname(), ...names])])
  for (const name of ['server.crt', 'server.key', 'ca.crt']) give(join(data, name), owner)
  // The authority's key is not for the server.
  chmodSync(join(data, 'ca.key'), 0o600)
  writeFileSync(join(data, 'pg_hba.conf'), HBA)
  writeFileSync(join(data, 'postgresql.auto.conf'), settings(fast))
}

function copyFrom(from: string, folder: string, owner: Owner): void {
  for (const name of PARTS) cpSync(join(from, name), join(folder, name), { recursive: true })
  chmodSync(join(folder, 'data'), 0o700) // a copy has the rights of any new folder
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    give(join(folder, name), owner)
}

/** The processes that a server started, one for each connection and some of its own. On Linux only. */
function childrenOf(pid: number | undefined): readonly number[] {
  if (pid === undefined || process.platform !== 'linux') return []
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
}

function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** TLS alone, from anywhere; the machine's own users get no other way in. */
const HBA = 'hostssl all all all scram-sha-256\n'

const settings = (fast: boolean): string => `ssl = on
ssl_cert_file = 'server.crt'
ssl_key_file = 'server.key'
ssl_min_protocol_version = 'TLSv1.2'
password_encryption = 'scram-sha-256'
unix_socket_directories = ''
dynamic_shared_memory_type = mmap
${fast ? 'fsync = off\nfull_page_writes = off\n' : ''}`

function makeFolder(folder: string, owner: Owner): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  give(folder, owner)
}

const give = (path: string, owner: Owner): void => {
  if (owner !== null) chownSync(path, owner.uid, owner.gid)
}

const run = (command: string, owner: Owner, ...args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...owner })

/**
 * Below the ports that Linux, Windows and macOS give to outgoing connections, which could take the port of a server that was
 * killed before it starts again.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + randomInt(20_000)
    const probe = createServer()
    const outcome = new Promise<boolean>((resolve) => {
      probe.once('listening', () => resolve(true)).once('error', () => resolve(false))
    })
    probe.listen(port, 'localhost')
    if (!(await outcome)) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Stops the server if this process is interrupted. Call the returned function once the server was stopped otherwise. */
export function stopWhenInterrupted(server: Pick<OwnServer, 'stop'>): () => void {
  const interrupted = (): void => void server.stop().finally(() => process.exit(1))
  for (const signal of SIGNALS) process.once(signal, interrupted)
  return () => {
    for (const signal of SIGNALS) process.off(signal, interrupted)
  }
}
