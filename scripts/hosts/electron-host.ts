import { _electron } from '@playwright/test'
import { isRoot } from '../setup/machine.ts'
import { inProject } from '../setup/project.mjs'
import { type Host, type HostOptions, terminalEnv } from './host.ts'

/** Opens the built product in a real Electron. */
export async function openElectronHost(options: HostOptions): Promise<Host> {
  const app = await _electron.launch({
    executablePath: options.executable,
    args: [...(isRoot() ? ['--no-sandbox'] : []), '--disable-gpu', inProject('.')],
    env: { ...inherited(), ...terminalEnv(options) },
  })
  const exited = new Promise<void>((resolve) => app.process().once('exit', () => resolve()))
  return {
    kind: 'electron',
    page: await app.firstWindow(),
    close: () => app.close(),
    kill: async () => {
      app.process().kill('SIGKILL')
      await exited
    },
  }
}

const inherited = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
