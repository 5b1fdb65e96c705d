import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** Opens the file of its argument, shares it with nobody, and holds it until its input ends. */
const HOLD = `
$file = [IO.File]::Open($env:HELD_FILE, 'Open', 'Read', 'None')
[Console]::Out.WriteLine('held')
[Console]::In.ReadLine() | Out-Null
$file.Close()
`

/** Another program of Windows holds the file until `letGo` is called, or the test ends. */
export async function lockedFile(path: string): Promise<{ readonly letGo: () => void }> {
  const child = spawn('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', HOLD], {
    env: { ...process.env, HELD_FILE: path },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const [line] = await once(createInterface(child.stdout), 'line')
  if (line !== 'held') throw new Error(`the file could not be held: ${line}`)
  return { letGo: () => void child.stdin.end('\n') }
}
