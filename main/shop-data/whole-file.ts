/** Copies a file to another disk. The copy gets its name after it was read again and equals the original. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { replaceFile } from '../atomic-file.ts'

export async function copyWhole(
  from: string,
  to: string,
  check: (draft: string) => unknown = () => {},
): Promise<void> {
  await replaceFile(
    to,
    (draft) => copyFile(from, draft),
    async (draft) => {
      if ((await hashOf(from)) !== (await hashOf(draft))) throw new Error(`${to} is not what was copied`)
      await check(draft)
    },
  )
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}
