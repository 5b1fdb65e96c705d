import { DropZone } from 'react-aria-components'
import { type Failure, failure } from '../../../../../shared/failure.ts'
import type { Reply } from '../../../../../shared/page/index.ts'
import { IMPORT_PIECE_BYTES, MOST_IMPORT_BYTES } from '../../../../../shared/shop/goods-import.ts'
import { FileButton, RoundIcon } from '../../../../kit/index.ts'
import { call, say, useCommand } from '../../../page/index.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { asBase64 } from '../../../parts/picked-file.ts'
import styles from './import.module.css'

export function ChooseFile() {
  const sending = useCommand()
  return (
    <DropZone
      className={styles.choose ?? ''}
      aria-label={say('import.choose.title')}
      onDrop={async ({ items }) => {
        const [item] = items
        if (item?.kind === 'file') {
          const file = await item.getFile()
          await sending.run(() => sendFile(file))
        }
      }}
    >
      <RoundIcon name="file" size={34} around={76} />
      <h2 className={styles.title}>{say('import.choose.title')}</h2>
      <p>{say('import.choose.words')}</p>
      <p>{say('import.choose.columns')}</p>
      <FileButton
        types={['.csv', '.txt', '.tsv', '.xlsx', '.xls', '.ods', '.html']}
        onFile={(file) => void sending.run(() => sendFile(file))}
        tone="main"
        size="large"
        pending={sending.pending}
        testId="import-choose"
      >
        {say('import.choose')}
      </FileButton>
      <small>{say('import.limit')}</small>
      <FailureNote failure={sending.failure} />
    </DropZone>
  )
}

/** Sends a file in pieces. The main process reports the progress in the import's state. */
async function sendFile(file: File): Promise<Reply<undefined>> {
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
    // A person stopped the import meanwhile, so there is no failure to show.
    if (!reply.ok) return reply.error.name === 'IMPORT_GONE' ? { ok: true, value: undefined } : reply
  }
  return { ok: true, value: undefined }
}

const refused = (error: Failure): Reply<undefined> => ({ ok: false, error })
