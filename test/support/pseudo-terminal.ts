import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

export type SerialPort = {
  readonly path: string
  /** From now on no data passes, and the connection stays open. */
  readonly freeze: () => void
  /** Unplugs the device: it is gone, and an open file on it gets a hang-up. */
  readonly pullOut: () => void
}

/** A serial port that is connected to a TCP port of this machine: a real terminal device, made by socat. */
export async function serialPortTo(port: number): Promise<SerialPort> {
  const path = join(temporaryFolder(), 'ttyUSB0')
  const socat = spawn('socat', [`PTY,link=${path},raw,echo=0`, `TCP:127.0.0.1:${port}`], { stdio: 'ignore' })
  const ended = once(socat, 'close')
  onTestFinished(async () => {
    socat.kill('SIGKILL')
    await ended
  })
  await expect.poll(() => existsSync(path)).toBe(true)
  return { path, freeze: () => socat.kill('SIGSTOP'), pullOut: () => socat.kill('SIGKILL') }
}
