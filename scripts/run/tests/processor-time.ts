import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100 // USER_HZ, the same on every Linux

/** The processor time of this process and of all processes that it has waited for. Null where the system is not Linux. */
export function processorSeconds(): number | null {
  if (process.platform !== 'linux') return null
  // proc_pid_stat(5): after the name in brackets come the state and ten more fields, then utime, stime, cutime and cstime.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return Math.round(ticks / TICKS_PER_SECOND)
}
