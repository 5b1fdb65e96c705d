import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const isWindows = process.platform === 'win32'

/** Each running program, and what to do when it is ended. */
const running = new Map<ChildProcess, () => void>()

/**
 * Starts a program in a process group of its own, without the keyboard. A signal that ends this process ends the whole group, also
 * behind xvfb-run, which passes no signal on. `tidy` runs then.
 */
export function spawnGroup(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
  tidy: () => void = () => {},
): ChildProcess {
  if (running.size === 0) for (const signal of SIGNALS) process.once(signal, endAll)
  const child = spawn(command, args, { ...options, detached: !isWindows })
  running.set(child, tidy)
  const forget = () => {
    running.delete(child)
    if (running.size === 0) for (const signal of SIGNALS) process.off(signal, endAll)
  }
  return child.once('error', forget).once('close', forget)
}

/** The exit code of a program of a group, with the outputs of this process. */
export function runGroup(command: string, args: readonly string[]): Promise<number> {
  const child = spawnGroup(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

function endAll(signal: (typeof SIGNALS)[number]): void {
  for (const [child, tidy] of running) {
    endGroup(child, signal)
    tidy()
  }
  process.exit(128 + constants.signals[signal])
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (isWindows) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It has just ended.
  }
}
