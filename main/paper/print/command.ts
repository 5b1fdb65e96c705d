import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

export type CommandAnswer = {
  /** Null where the command was not found, could not be started, or timed out. */
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export type CommandParts = {
  /** The environment of the command. Its language is always C, because the program reads the answers. */
  readonly environment: NodeJS.ProcessEnv
  readonly ms: number
  readonly stdin?: Uint8Array
}

const MOST = 1_000_000

/** Runs a command with arguments, without a shell, for at most `ms`. Never rejects. */
export const runCommand = (
  command: string,
  args: readonly string[],
  { environment, ms, stdin }: CommandParts,
): Promise<CommandAnswer> =>
  new Promise((resolve) => {
    let child: ChildProcessWithoutNullStreams
    try {
      child = spawn(command, args, {
        env: { ...environment, LC_ALL: 'C', LANGUAGE: 'C' },
        timeout: ms,
        killSignal: 'SIGKILL',
        windowsHide: true,
      })
    } catch (error) {
      return resolve({ code: null, out: '', err: String(error) }) // no memory, or a policy forbids the program
    }
    const [out, err] = [gather(child.stdout), gather(child.stderr)]
    child.once('error', (error) => resolve({ code: null, out: out(), err: String(error) }))
    child.once('close', (code) => resolve({ code, out: out(), err: err() }))
    // The command may end before it has read its input.
    child.stdin.on('error', () => {})
    child.stdin.end(stdin)
  })

function gather(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= MOST) chunks.push(chunk)
  })
  return () => Buffer.concat(chunks).toString('utf8')
}
