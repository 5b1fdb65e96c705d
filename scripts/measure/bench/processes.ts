/** What the processes of a program use, from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs'

/** The process and all below it. */
export function familyOf(pid: number): readonly number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? statOf(Number(name)) : null
    if (fields !== null) parents.set(Number(name), Number(fields[1]))
  }
  const below = (of: number): number[] => [
    of,
    ...[...parents].flatMap(([child, parent]) => (parent === of ? below(child) : [])),
  ]
  return below(pid)
}

/** proc(5): the fields after the name, which may contain spaces. Null when the process is gone. */
function statOf(pid: number): readonly string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? null
  } catch {
    return null
  }
}

/** USER_HZ is 100 on every Linux of today. */
const TICKS = 100

/** Seconds of processor time that a program's processes have used so far. */
export const processorSeconds = (pid: number): number =>
  familyOf(pid).reduce((sum, one) => {
    const fields = statOf(one)
    return sum + (Number(fields?.[11] ?? 0) + Number(fields?.[12] ?? 0)) / TICKS
  }, 0)

/** Resident memory of one process in MB. */
export function residentMemory(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
