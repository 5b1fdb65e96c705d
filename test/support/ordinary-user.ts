import { chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isRoot } from '../../scripts/run/setup/machine.ts'

const NOBODY = 65_534

/** Does something as a user whom permissions hold back. Root gives its folder to nobody, and is nobody meanwhile. */
export function asOrdinaryUser<T>(folder: string, work: () => T): T {
  if (!isRoot()) return work()
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    chownSync(path, NOBODY, NOBODY)
  process.seteuid?.(NOBODY)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
  }
}
