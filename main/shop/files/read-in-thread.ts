/** Opens a shop file in a thread: a prepared one of a few kilobytes would keep the till unpacking and parsing for half a minute. */
import { CommandRefused } from '../../../shared/failure.ts'
import { type Limits, startThread } from '../../base/thread.ts'
import { type Answer, valueIn } from '../../storage/sqlite/index.ts'
import type { SealedFile, ShopFile } from './shop-file.ts'

/** Several times what the largest file needs on a slow machine. The unpacked goods are not part of this memory. */
const LIMITS: Limits = { megabytes: 256, ms: 60_000 }

/** Either. Throws SHOP_FILE_SEALED where a sealed file needs a code, and as `readText` does. */
export const readShopFile = (text: string, code: string): Promise<ShopFile> =>
  inThread(text, code === '' ? null : code)

/** Throws SHOP_FILE_NOT_SEALED for an open file, and as `readText` does. */
export async function openSealed(text: string, code: string): Promise<SealedFile> {
  const file = await inThread(text, code)
  if (!('password' in file)) throw new CommandRefused('SHOP_FILE_NOT_SEALED')
  return file
}

async function inThread(text: string, code: string | null): Promise<ShopFile> {
  const thread = startThread<Answer<ShopFile>, Answer<ShopFile>>(
    'shop-file-worker.js',
    { text, code },
    LIMITS,
    (answer, { done }) => done(answer),
  )
  const answer = await thread.done.catch((error: unknown) => {
    throw new CommandRefused('FILE_DAMAGED', error instanceof Error ? error.message : null)
  })
  return valueIn(answer)
}
