import { onTestFinished } from 'vitest'
import { type FileWork, heldFiles } from '../../main/base/files/held-files.ts'

const PRODUCTS_MS = heldFiles.longestMs

/**
 * Another program holds the file: the system refuses the work on it this many times, as Windows does. Linux has no such
 * lock. Returns how often it was tried.
 */
export function heldFile(held: {
  readonly work: readonly FileWork[]
  readonly path: (path: string) => boolean
  /** Default: until the test ends. */
  readonly times?: number
  /** How long the till waits for it. Default: short for a file that stays held, else the product's, because a busy machine is slow. */
  readonly longestMs?: number
}): { readonly tried: () => number } {
  let tried = 0
  heldFiles.longestMs = held.longestMs ?? (held.times === undefined ? 300 : PRODUCTS_MS)
  heldFiles.before = (work, path) => {
    if (!held.work.includes(work) || !held.path(path)) return
    tried += 1
    if (tried <= (held.times ?? Number.POSITIVE_INFINITY))
      throw Object.assign(new Error(`EBUSY: resource busy or locked, ${path}`), { code: 'EBUSY' })
  }
  onTestFinished(() => {
    Object.assign(heldFiles, { before: null, longestMs: PRODUCTS_MS })
  })
  return { tried: () => tried }
}
