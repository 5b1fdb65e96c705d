import { fork } from 'node:child_process'
import { failure } from '../../../shared/failure.ts'
import type { DisplayView, PageView, Reply } from '../../../shared/page/index.ts'
import type { FromTerminal, ToTerminal } from './terminal-channel.ts'
import { COMPILED, scriptOf, type TillProgram } from './till-programs.ts'

export type TerminalProcess = {
  readonly env: Record<string, string>
  /** Left out, the terminal as it is. */
  readonly program?: TillProgram
  readonly onView: (view: PageView) => void
  /** Receives the customer display's views from the start on. */
  readonly onDisplay?: (view: DisplayView) => void
  /** The process ended without a request to stop. */
  readonly onLost: (how: string) => void
}

/** Starts the process; rejects when the terminal does not open. */
export async function forkTerminal({
  env,
  program = 'terminal',
  onView,
  onDisplay,
  onLost,
}: TerminalProcess) {
  const child = fork(await scriptOf(program), {
    // Does not inherit the parent's flags: a test runner's loader must not run in the terminal.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_OPTIONS: '', ...COMPILED, ...env },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, (reply: Reply<unknown>) => void>()
  let calls = 0
  let ending = false

  // A message may fail because the process is ending; the exit event then rejects the pending requests.
  child.on('error', () => {})
  /**
   * Returns false when the process is gone. The result of `child.send` is not used: it is also false for a full pipe,
   * which drains later.
   */
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
  const client = {
    answer,
    /** Stops the terminal in an orderly way; resolves when the process is gone. */
    stop: (): Promise<void> => end(() => send({ kind: 'stop' })),
    kill: (): Promise<void> => end(() => child.kill('SIGKILL')),
    /** Kills the process as an accident does: `onLost` is called. */
    crash: (): void => void child.kill('SIGKILL'),
    /** Sets the clock of the terminal's machine, when the script supports it. */
    setClock: (aheadMs: number): void => void send({ kind: 'clock', aheadMs }),
  }
  return new Promise<typeof client>((resolve, reject) => {
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

/** The terminal in its own process, seen from outside. */
export type TerminalClient = Awaited<ReturnType<typeof forkTerminal>>
