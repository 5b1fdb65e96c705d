import { failure } from '../../../shared/failure.ts'
import type { Reply } from '../../../shared/page/index.ts'

/** Encodes a file, or a piece of one, for the bridge: the main process gets bytes and never a path. */
export const asBase64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** The file types that a `FileButton` for pictures accepts. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const

const MOST_BYTES = 2 * 1024 * 1024

/** Sends a chosen picture. Returns PICTURE_INVALID if it is too large or cannot be read. */
export async function sendPicture(
  file: File,
  send: (picture: string) => Promise<Reply<undefined>>,
): Promise<Reply<undefined>> {
  const picture = file.size > MOST_BYTES ? null : await asBase64(file).catch(() => null)
  return picture === null ? { ok: false, error: failure('PICTURE_INVALID') } : send(picture)
}
