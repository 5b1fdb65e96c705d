/** Starts programs under attack, and ends each one. */
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_AGAIN_MS = 50
const LONGEST_STOP_MS = 10_000

export type Start = {
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Text for its standard input. */
  readonly input?: string
  /** Text for a DevTools pipe, which is file 3. */
  readonly toPipe?: string
  /** The system user who runs it; root can choose. */
  readonly user?: number
}

export function start({ command, env = {}, input = '', toPipe, user }: Start) {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe', ...(toPipe === undefined ? [] : (['pipe', 'pipe'] as const))],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
  let code: number | null | undefined
  let closed = false
  child
    .on('error', () => (code = null))
    .on('exit', (ended) => (code = ended))
    .on('close', () => (closed = true))
  const texts = { said: '', pipe: '' }
  for (const stream of child.stdio) stream?.on('error', () => {}) // it may end before it has read all
  child.stdout?.on('data', (data) => (texts.said += data))
  child.stderr?.on('data', (data) => (texts.said += data))
  child.stdio[4]?.on('data', (data) => (texts.pipe += data))
  child.stdin?.end(input)
  const pipe = child.stdio[3]
  if (toPipe !== undefined && pipe && 'write' in pipe) pipe.write(toPipe)
  return {
    /** The exit code; undefined while it runs, null after a signal. */
    code: () => code,
    /** What it wrote to its outputs, and to a DevTools pipe. */
    said: () => texts.said,
    fromPipe: () => texts.pipe,
    /** Ends it in an orderly way, and kills it when that takes too long. Then what it wrote is read to its end. */
    stop: async (): Promise<void> => {
      child.kill('SIGTERM')
      if (!(await until(() => code !== undefined, LONGEST_STOP_MS))) child.kill('SIGKILL')
      await until(() => closed, LONGEST_STOP_MS)
    },
  }
}

export type Running = ReturnType<typeof start>

/** Waits for a state; false when it did not come in time. */
export async function until(state: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  for (const since = performance.now(); performance.now() - since < limitMs; await sleep(LOOK_AGAIN_MS))
    if (await state()) return true
  return false
}

/** Whether somebody listens at this port of this machine. */
export const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const say = (answer: boolean) => () => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('connect', say(true)).on('error', say(false))
  })
