/** Stores the last success and failure of copies in the data folder, because the folder for copies may be missing. */
import { join } from 'node:path'
import type { Failure } from '../../../shared/failure.ts'
import type { Mode } from '../../../shared/shop/mode.ts'
import { copyStatusSchema } from '../../../shared/shop/shop-data.ts'
import type { Wire } from '../../../shared/wire.ts'
import { writeFileAtomically } from '../../base/files/atomic-file.ts'
import { textOrNone } from '../../base/files/held-files.ts'

const kept = copyStatusSchema.pick({ last: true, failed: true })
type Kept = Wire<typeof kept>

export function copyStatusFile(folder: string, mode: Mode) {
  const file = join(folder, `copies-${mode}.json`)
  let known = readKept(file)
  const write = (next: Kept): void => {
    known = next
    try {
      writeFileAtomically(file, JSON.stringify(next))
    } catch {
      // A full disk is reported elsewhere. Without this file the next copy is only made sooner.
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
    return kept.parse(JSON.parse(textOrNone(file) ?? 'null'))
  } catch {
    return { last: null, failed: null }
  }
}
