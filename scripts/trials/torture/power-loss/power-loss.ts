/**
 * Simulates a power cut, which loses more than a kill: data that a process wrote and never fsynced may be missing, torn
 * or out of order. A C library that is loaded into the process logs its file operations (power-loss.c); after the kill
 * the folder is put into a state that a disk could have been left in.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '../../../run/setup/project.mjs'
import type { Cut } from '../till.ts'
import { afterCut, type DiskAfter, type DiskBefore, readDisk, withoutCut, writeDisk } from './disk.ts'
import { type LogLine, readLog } from './log.ts'

/** Throws with an explanation when there is no C compiler. */
function powerLossLibrary(): string {
  const source = inProject('scripts/trials/torture/power-loss/power-loss.c')
  const stamp = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16)
  const folder = inProject('node_modules/.cache/power-loss')
  const library = join(folder, `power-loss-${stamp}.so`)
  if (existsSync(library)) return library
  mkdirSync(folder, { recursive: true })
  const made = `${library}.${process.pid}`
  const args = ['-O2', '-shared', '-fPIC', '-o', made, source, '-ldl', '-lpthread']
  const { status, stderr, error } = spawnSync('cc', args, { encoding: 'utf8' })
  if (error || status !== 0)
    throw new Error(
      `no power cut without a C compiler; on Debian: apt-get install gcc libc6-dev\n${stderr ?? ''}`,
    )
  renameSync(made, library)
  return library
}

export type PowerLoss = Cut & {
  /**
   * After a process that ended by itself: the files that differ from its log. Such a file was written in a way that the
   * shim does not see, so its power cuts prove nothing.
   */
  readonly missed: (folder: string) => readonly string[]
  /**
   * Cuts the power at an earlier moment, from 0 (the process's start) to 1 (its end). Returns the files as the process
   * itself saw them at that moment.
   */
  readonly at: (folder: string, moment: number, seed: number) => DiskAfter
}

/** The log is beside the folder. */
const logOf = (folder: string): string => `${folder}.power-log`

function logIn(folder: string): readonly LogLine[] {
  if (!existsSync(logOf(folder))) throw new Error(`the process over ${folder} ran without the shim`)
  return readLog(logOf(folder))
}

/**
 * Starts anew for each process: what is in its folder then counts as durable, and what the process does from then on is
 * logged.
 */
export function powerLoss(): PowerLoss {
  const disks = new Map<string, DiskBefore>()
  const beforeIn = (folder: string): DiskBefore => {
    const before = disks.get(folder)
    if (before === undefined) throw new Error(`no process was started over ${folder}`)
    return before
  }
  const at: PowerLoss['at'] = (folder, moment, seed) => {
    const log = logIn(folder)
    const lines = log.slice(0, Math.ceil(moment * log.length))
    writeDisk(folder, afterCut(beforeIn(folder), lines, seed))
    return withoutCut(beforeIn(folder), lines)
  }
  return {
    env: async (folder) => {
      const library = powerLossLibrary()
      rmSync(logOf(folder), { force: true })
      disks.set(folder, readDisk(folder))
      return {
        LD_PRELOAD: library,
        POWER_LOSS_ROOT: folder,
        POWER_LOSS_LOG: logOf(folder),
        UV_USE_IO_URING: '0',
      }
    },
    happen: async (folder, seed) => void at(folder, 1, seed),
    missed: (folder) => differences(withoutCut(beforeIn(folder), logIn(folder)), readDisk(folder)),
    at,
  }
}

function differences(logged: DiskAfter, { names, files }: DiskBefore): readonly string[] {
  const found = (name: string) => files.get(names.get(name) ?? '')?.content
  return [...new Set([...logged.keys(), ...names.keys()])].filter((name) => {
    const lies = found(name)
    return lies === undefined || logged.get(name)?.content.equals(lies) !== true
  })
}
