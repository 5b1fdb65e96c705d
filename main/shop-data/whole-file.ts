/** Copies a file to another disk. The copy gets its name after it was read again and equals the original. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { replaceFile } from '../atomic-file.ts'
import { SYSTEMS_RIGHTS } from '../private-files.ts'

export async function copyWhole(
  from: string,
  to: string,
  check: (draft: string) => unknown = () => {},
): Promise<void> {
  await replaceFile(
    to,
    // Not copyFile, which would give the copy the rights of the original.
    (draft) => pipeline(createReadStream(from), createWriteStream(draft)),
    async (draft) => {
      if ((await hashOf(from)) !== (await hashOf(draft))) throw new Error(`${to} is not what was copied`)
      await check(draft)
    },
    SYSTEMS_RIGHTS,
  )
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}
