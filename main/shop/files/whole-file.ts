/** Copies a file to another disk. The copy gets its name after it was read again and equals the original. */
import { createHash } from 'node:crypto'
import { constants, createReadStream, type ReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { replaceFile } from '../../base/files/atomic-file.ts'
import { SYSTEMS_RIGHTS } from '../../base/files/private-files.ts'

export async function copyWhole(
  from: string,
  to: string,
  check: (draft: string) => unknown = () => {},
): Promise<void> {
  await replaceFile(
    to,
    // Not copyFile, which would give the copy the rights of the original.
    (draft) => fillDraft(draft, createReadStream(from)),
    async (draft) => {
      if ((await hashOf(from)) !== (await hashOf(draft))) throw new Error(`${to} is not what was copied`)
      await check(draft)
    },
    SYSTEMS_RIGHTS,
  )
}

const NO_LINK = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0) // Windows has no such flag

/** Throws where somebody who may write into the folder has put a link in the draft's place, which leads elsewhere. */
export const fillDraft = (draft: string, content: string | ReadStream): Promise<void> =>
  writeFile(draft, content, { flag: NO_LINK })

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}
