/** Starts Electron and connects Playwright to it over the DevTools port. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { isRoot } from '../setup/machine.ts'

export type ElectronStart = {
  readonly executable: string
  /** More switches, and then the program. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Starts it as this user and group. */
  readonly user?: number
  /** Whether it answers messages of Node. */
  readonly messages?: boolean
}

export async function startElectron({ executable, args, env, user, messages = false }: ElectronStart) {
  const switches = [
    '--remote-debugging-port=0',
    '--disable-gpu',
    ...(user === undefined && isRoot() ? ['--no-sandbox'] : []),
  ]
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', ...(messages ? (['ipc'] as const) : [])]
  const child = spawn(executable, [...switches, ...args], {
    env: { ...process.env, ...env },
    stdio,
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
  }
  try {
    return { child, port: await devToolsPort(child, exited), exited, kill }
  } catch (error) {
    await kill()
    throw error
  }
}

export type ElectronProgram = Awaited<ReturnType<typeof startElectron>>

/** Chromium writes the port that it took to its error output. */
function devToolsPort(child: ChildProcess, exited: Promise<void>): Promise<number> {
  return new Promise((resolve, reject) => {
    if (child.stderr === null) return reject(new Error('Electron has no error output'))
    const said: string[] = []
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line)
      const port = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
    exited.then(() => reject(new Error(`Electron did not open:\n${said.slice(-10).join('\n')}`)))
  })
}
