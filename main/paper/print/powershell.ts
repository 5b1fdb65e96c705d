/**
 * A Windows PowerShell with the script resources/windows/printers.ps1, as a child process that can be killed: no native
 * part is built, and a call that hangs blocks none of our threads. Requests and answers are JSON, one a line; the data of a
 * request for the printer follow it in a line of their own.
 */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Clock } from '../../base/clock-and-log.ts'
import { RESOURCES } from '../../base/resources.ts'

export type PowerShellAnswer =
  | { readonly kind: 'answer'; readonly fields: unknown }
  /** Windows refused the call: its name and error code. */
  | { readonly kind: 'error'; readonly call: string; readonly code: number }
  /** PowerShell may not do this here. The request had no effect. */
  | { readonly kind: 'refused'; readonly why: string }
  /** It was not ready in time. The request had no effect. */
  | { readonly kind: 'late'; readonly why: string }
  /** The process ended, or was killed after the time limit. The request may have had its effect. */
  | { readonly kind: 'lost'; readonly why: string }

export type PowerShellRequest = Readonly<Record<string, unknown>> & { readonly data?: Uint8Array }

export type PowerShell = {
  /** Starts the process if none runs. Never rejects. */
  readonly ask: (request: PowerShellRequest, ms: number) => Promise<PowerShellAnswer>
  /** Kills the process. */
  readonly end: () => void
}

export type PowerShellParts = {
  readonly clock: Clock
  /** Default: the Windows PowerShell of this Windows, with the script. */
  readonly command?: readonly [string, ...string[]]
  readonly environment?: NodeJS.ProcessEnv
}

/** The time for the start. An antivirus program reads the script first. */
const START_MS = 30_000

/** Programs outside cannot read the archive of the packaged app (`asarUnpack` in electron-builder.yml). */
const SCRIPT = join(RESOURCES, 'windows', 'printers.ps1').replace('app.asar', 'app.asar.unpacked')

/** By its whole path, so that no other program of that name is started. */
const windowsCommand = ({
  SystemRoot = 'C:\\Windows',
}: NodeJS.ProcessEnv): readonly [string, ...string[]] => [
  `${SystemRoot}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`,
  ...['-NoLogo', '-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File', SCRIPT],
]

const lineSchema = z.looseObject({
  id: z.optional(z.int()),
  ready: z.optional(z.literal(true)),
  refused: z.optional(z.string()),
  error: z.optional(z.string()),
  code: z.optional(z.int()),
})

export function powerShell({ clock, environment = process.env, ...parts }: PowerShellParts): PowerShell {
  const command = parts.command ?? windowsCommand(environment)
  let running: Running | null = null

  const started = (): Running => {
    if (running !== null) return running
    const own = start(command, environment, () => {
      if (running === own) running = null
    })
    running = own
    return own
  }

  return {
    ask: async (request, ms) => {
      let own: Running
      try {
        own = started()
      } catch (error) {
        return { kind: 'refused', why: String(error) } // Node throws where a policy forbids the program
      }
      const answer = own.ask(request)
      const limit = ms + (own.isReady() ? 0 : START_MS)
      const cancel = clock.after(limit, () => own.end('ETIMEDOUT'))
      try {
        return await answer
      } finally {
        cancel()
      }
    },
    end: () => running?.end('ended'),
  }
}

/**
 * One PowerShell for each queue. It serves all prints of its queue, because its start takes a second or two. When a queue
 * hangs, only its own PowerShell is ended, and a print that is followed at another queue goes on.
 */
export function shellForEachQueue(start: () => PowerShell): (queue: string) => PowerShell {
  const shells = new Map<string, PowerShell>()
  return (queue) => {
    const shell = shells.get(queue) ?? start()
    shells.set(queue, shell)
    return shell
  }
}

type Running = {
  readonly ask: (request: PowerShellRequest) => Promise<PowerShellAnswer>
  readonly isReady: () => boolean
  readonly end: (why: string) => void
}

function start(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  ended: () => void,
): Running {
  const waiting = new Map<number, (answer: PowerShellAnswer) => void>()
  let ready = false
  let over: PowerShellAnswer | null = null
  let last = 0
  let complaint = ''
  /** Requests for a script that is not ready: one that is killed before has none of them. */
  let held: string[] = []
  const child = spawn(program, args, { env: withoutModules(env), windowsHide: true })
  letProgramEnd(child)

  /** Before the script was ready, it had no request: then the request is not merely lost. */
  const finish = (why: string): void => {
    const words = complaint.trim() || why
    const unready = { kind: why === 'ETIMEDOUT' ? 'late' : 'refused', why: words } as const
    const answer = over ?? (ready ? { kind: 'lost', why } : unready)
    over = answer
    for (const settle of waiting.values()) settle(answer)
    waiting.clear()
    ended()
  }
  const end = (why: string): void => {
    finish(why)
    child.kill('SIGKILL')
  }

  const take = (text: string): void => {
    const line = parsed(text)
    if (line === null) return
    if (line.ready) {
      ready = true
      for (const request of held) child.stdin.write(request)
      held = []
    } else if (line.id === undefined && line.refused !== undefined) {
      complaint = line.refused
      end('refused')
    } else if (line.id !== undefined) {
      waiting.get(line.id)?.(answerOf(line))
      waiting.delete(line.id)
    }
  }

  createInterface({ input: child.stdout }).on('line', take)
  child.stderr.on('data', (text: Buffer) => {
    if (complaint.length < MOST_WORDS) complaint += text.toString('utf8')
  })
  child.once('error', (error) => finish(String(error)))
  child.once('close', (code) => finish(`exit ${code}`))
  // The process may end before it has read a request.
  child.stdin.on('error', () => {})

  return {
    ask: ({ data, ...request }) =>
      new Promise((resolve) => {
        if (over !== null) return resolve(over)
        last += 1
        waiting.set(last, resolve)
        const line = `${JSON.stringify({ ...request, data: data !== undefined, id: last })}\n`
        const sent = data === undefined ? line : `${line}${Buffer.from(data).toString('base64')}\n`
        if (ready) child.stdin.write(sent)
        else held.push(sent)
      }),
    isReady: () => ready,
    end,
  }
}

const MOST_WORDS = 2000

/**
 * A till that was started from PowerShell 7 inherits the folders of its modules, and Windows PowerShell cannot load its
 * own commands then (Microsoft, "about_PSModulePath"). Without the variable it finds them.
 */
const withoutModules = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.toUpperCase() !== 'PSMODULEPATH'))

/** A waiting process does not keep ours alive. It ends when its input does. */
function letProgramEnd(child: ChildProcessWithoutNullStreams): void {
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr])
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref()
}

function parsed(text: string): z.output<typeof lineSchema> | null {
  try {
    return lineSchema.parse(JSON.parse(text))
  } catch {
    return null // a notice of a profile or of the system
  }
}

function answerOf(line: z.output<typeof lineSchema>): PowerShellAnswer {
  if (line.refused !== undefined) return { kind: 'refused', why: line.refused }
  if (line.error !== undefined) return { kind: 'error', call: line.error, code: line.code ?? 0 }
  return { kind: 'answer', fields: line }
}
