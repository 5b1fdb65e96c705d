import { useState } from 'react'
import { Note, PressButton } from '../../kit/index.ts'
import { announce, call, say, useCommand } from '../page/index.ts'
import { FailureNote } from './failure-note.tsx'
import styles from './receipt-copies.module.css'
import { SavedFile } from './saved-file.tsx'

type ReceiptCopiesProps = {
  readonly saleId: string
  /** The file formats to offer. */
  readonly files: readonly ('pdf' | 'html')[]
}

type Done = { readonly what: 'queued' } | { readonly what: 'saved'; readonly path: string }

/** Prints or saves a receipt copy: marked, without lottery number and QR. */
export function ReceiptCopies({ saleId, files }: ReceiptCopiesProps) {
  const copying = useCommand()
  const [done, setDone] = useState<Done | null>(null)
  const print = async () => {
    const reply = await copying.run(() => call('printCopy', { saleId }))
    if (reply !== null) setDone(reply.ok ? { what: 'queued' } : null)
  }
  const save = async (format: 'pdf' | 'html') => {
    const reply = await copying.run(() => call('saveReceipt', { saleId, format }))
    if (reply === null) return
    setDone(reply.ok ? { what: 'saved', path: reply.value.path } : null)
    if (reply.ok) announce(say('copies.saved'))
  }
  return (
    <div className={styles.copies} data-testid="receipt-copies">
      <div className={styles.tools}>
        <PressButton onPress={() => void print()} pending={copying.pending}>
          {say('copies.print')}
        </PressButton>
        {files.map((format) => (
          <PressButton key={format} onPress={() => void save(format)} pending={copying.pending}>
            {say(`copies.${format}`)}
          </PressButton>
        ))}
      </div>
      <FailureNote failure={copying.failure} />
      {done === null || copying.failure !== null ? null : <DoneNote done={done} />}
    </div>
  )
}

function DoneNote({ done }: { readonly done: Done }) {
  if (done.what === 'queued')
    return (
      <Note tone="good" testId="copy-queued">
        {say('copies.queued')}
      </Note>
    )
  return (
    <SavedFile title={say('copies.saved')} testId="receipt-saved">
      <span className={styles.path}>{done.path}</span>
    </SavedFile>
  )
}
