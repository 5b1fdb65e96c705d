import { fork } from 'node:child_process'
import { failure } from '../../shared/failure.ts'
import type { DisplayView, Reply, TerminalView } from '../../shared/ipc/index.ts'
import { inProject } from '../setup/project.mjs'
import type { FromTerminal, ToTerminal } from './terminal-channel.ts'

/** What Node compiled of the sources, and of the packages: half of the time that a terminal takes to start. */
const COMPILED = 'out/.compiled'

/** The terminal in its process, seen from outside. */
export type TerminalClient = {
  readonly answer: (name: string, request: unknown, key?: string) => Promise<Reply<unknown>>
  /** Stops it in order; resolves when the process is gone. */
  readonly stop: () => Promise<void>
  readonly kill: () => Promise<void>
  /** Pulls the plug as if nobody had meant it: `onLost` is told. */
  readonly crash: () => void
  /** Turns the hands of its machine's clock, where it lets us. */
  readonly setClock: (aheadMs: number) => void
}

export type TerminalProcess = {
  readonly env: Record<string, string>
  /** What runs in it: the terminal alone where left out. */
  readonly script?: string
  readonly onView: (view: TerminalView) => void
  /** The customer display's, from the start on. */
  readonly onDisplay?: (view: DisplayView) => void
  /** The process ended and nobody had asked it to. */
  readonly onLost: (how: string) => void
}

/** Starts the process; rejects where the terminal does not open. */
export function forkTerminal({
  env,
  script,
  onView,
  onDisplay,
  onLost,
}: TerminalProcess): Promise<TerminalClient> {
  const child = fork(inProject(script ?? 'scripts/hosts/terminal-process.ts'), {
    // Not the flags of whoever starts us: a test runner's loader has no business in the terminal.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: inProject(COMPILED), ...env },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, (reply: Reply<unknown>) => void>()
  let calls = 0
  let ending = false

  // A question that meets the end of the process: its exit answers it.
  child.on('error', () => {})
  /** False where there is nobody to send it to. What `child.send` answers tells of a full pipe too, and that empties. */
  const send = (message: ToTerminal): boolean => {
    if (child.connected) child.send(message)
    return child.connected
  }
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  const answer = (name: string, request: unknown, key?: string) =>
    new Promise<Reply<unknown>>((resolve) => {
      calls += 1
      waiting.set(calls, resolve)
      if (!send({ kind: 'call', id: calls, name, request, key })) giveUp('the terminal is gone')
    })
  const giveUp = (how: string) => {
    for (const resolve of waiting.values()) resolve({ ok: false, error: failure('UNEXPECTED', how) })
    waiting.clear()
  }
  const end = async (how: () => unknown) => {
    ending = true
    how()
    await exited
  }
  const client: TerminalClient = {
    answer,
    stop: () => end(() => send({ kind: 'stop' })),
    kill: () => end(() => child.kill('SIGKILL')),
    crash: () => void child.kill('SIGKILL'),
    setClock: (aheadMs) => void send({ kind: 'clock', aheadMs }),
  }

  return new Promise((resolve, reject) => {
    child.on('message', (message: FromTerminal) => {
      if (message.kind === 'ready') {
        onDisplay?.(message.display)
        resolve(client)
      } else if (message.kind === 'display') onDisplay?.(message.view)
      else if (message.kind === 'view') onView(message.view)
      else {
        waiting.get(message.id)?.(message.reply)
        waiting.delete(message.id)
      }
    })
    exited.then((how) => {
      giveUp(how)
      reject(new Error(`the terminal did not open: ${how}`))
      if (!ending) onLost(how)
    })
  })
}
