import { type Failure, failure } from '../../../../shared/failure.ts'
import { IMPORT_PIECE_BYTES, MOST_IMPORT_BYTES } from '../../../../shared/goods-import.ts'
import type { Reply } from '../../../../shared/ipc/index.ts'
import { asBase64 } from '../../as-base64.ts'
import { call } from '../../call.ts'

/** Hands a file over in pieces. How far it has come is the main process's news. */
export async function sendFile(file: File): Promise<Reply<undefined>> {
  if (file.size > MOST_IMPORT_BYTES) return refused(failure('IMPORT_TOO_LARGE'))
  const begun = await call('beginImport', { name: file.name, bytes: file.size })
  if (!begun.ok) return begun
  const { id } = begun.value
  for (let at = 0; at < file.size; at += IMPORT_PIECE_BYTES) {
    const piece = await asBase64(file.slice(at, at + IMPORT_PIECE_BYTES)).catch(() => null)
    if (piece === null) {
      await call('stopImport', { id })
      return refused(failure('IMPORT_UNREADABLE'))
    }
    const reply = await call('addImportPiece', { id, piece })
    // Stopped meanwhile: a person's doing, and nothing to tell.
    if (!reply.ok) return reply.error.name === 'IMPORT_GONE' ? { ok: true, value: undefined } : reply
  }
  return { ok: true, value: undefined }
}

const refused = (error: Failure): Reply<undefined> => ({ ok: false, error })
