/**
 * The folder in which `--diagnose` works. It has copies of the journal and the register, so what a killed one left is
 * removed by the next one, and by the next start of the till.
 */
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BEGINS = 'tugrik-diagnose-'

/** The name tells the process. */
export function diagnosisFolder(): string {
  removeLeftDiagnoses()
  return mkdtempSync(join(tmpdir(), `${BEGINS}${process.pid}-`))
}

/** Never throws: a folder of another user stays, and the system removes it. */
export function removeLeftDiagnoses(): void {
  try {
    for (const name of readdirSync(tmpdir()))
      if (name.startsWith(BEGINS) && !isAlive(Number(name.slice(BEGINS.length).split('-')[0])))
        removeOwn(join(tmpdir(), name))
  } catch {
    // The folder cannot be read.
  }
}

/** Another user of the computer could exchange a folder of theirs for a link while it is being removed. */
function removeOwn(folder: string): void {
  try {
    if (process.getuid === undefined || lstatSync(folder).uid === process.getuid())
      rmSync(folder, { recursive: true, force: true })
  } catch {
    // Another user's, or in use.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
