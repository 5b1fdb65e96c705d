/** How the copies fared, kept beside the data: the folder itself may not be there to ask. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { FAILURE_NAMES, type Failure } from '../../shared/failure.ts'
import type { Mode } from '../../shared/mode.ts'
import type { CopyStatus } from '../../shared/shop-data.ts'
import { writeFileAtomically } from '../atomic-file.ts'

type Kept = Pick<CopyStatus, 'last' | 'failed'>

const kept: z.ZodType<Kept> = z.strictObject({
  last: z.strictObject({ at: z.number(), folder: z.string(), sales: z.int() }).nullable(),
  failed: z
    .strictObject({
      at: z.number(),
      failure: z.strictObject({ name: z.enum(FAILURE_NAMES), detail: z.string().nullable() }),
    })
    .nullable(),
})

export function copyStatusFile(folder: string, mode: Mode) {
  const file = join(folder, `copies-${mode}.json`)
  let known = readKept(file)
  const write = (next: Kept): void => {
    known = next
    try {
      writeFileAtomically(file, JSON.stringify(next))
    } catch {
      // A disk that takes no more says so elsewhere; the next copy is only made sooner.
    }
  }
  return {
    read: () => known,
    succeeded: (last: NonNullable<Kept['last']>) => write({ last, failed: null }),
    failed: (failed: { readonly at: number; readonly failure: Failure }) => write({ ...known, failed }),
  }
}

function readKept(file: string): Kept {
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { last: null, failed: null }
  }
}
