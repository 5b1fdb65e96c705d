import { type FailureName, failure } from '../../shared/failure.ts'
import type { Reply } from '../../shared/ipc/index.ts'

/** A file, or a piece of one, as the bridge takes it: the main process is handed bytes, never a file's name. */
export const asBase64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** What a `FileButton` for pictures offers. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const

const MOST_BYTES = 2 * 1024 * 1024

/** Sends a picture that a person picked; one that is too large or cannot be read is refused by this name. */
export async function sendPicture(
  file: File,
  refusal: FailureName,
  send: (picture: string) => Promise<Reply<undefined>>,
): Promise<Reply<undefined>> {
  const picture = file.size > MOST_BYTES ? null : await asBase64(file).catch(() => null)
  return picture === null ? { ok: false, error: failure(refusal) } : send(picture)
}
