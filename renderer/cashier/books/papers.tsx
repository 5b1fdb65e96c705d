import { useState } from 'react'
import { Note, PressButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { SavedFile } from '../saved-file.tsx'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import styles from './books.module.css'

/** Prints the result, or exports it for a spreadsheet. */
export function Papers({ span }: { readonly span: string }) {
  const say = useText()
  const action = useCommand()
  const [done, setDone] = useState<'sent' | { readonly path: string } | null>(null)
  const print = async () => {
    const reply = await action.run(() => call('printReconciliation', { span }, crypto.randomUUID()))
    if (reply?.ok) setDone('sent')
  }
  const save = async (format: 'csv' | 'xlsx') => {
    const reply = await action.run(() => call('exportReconciliation', { span, format }))
    if (reply?.ok) setDone(reply.value)
  }
  return (
    <>
      <PressButton tone="subtle" pending={action.pending} onPress={() => void print()}>
        {say('books.print')}
      </PressButton>
      {(['csv', 'xlsx'] as const).map((format) => (
        <PressButton key={format} tone="subtle" pending={action.pending} onPress={() => void save(format)}>
          {say(`books.export.${format}`)}
        </PressButton>
      ))}
      {done === null && action.failure === null ? null : (
        <div className={styles.whole}>
          <FailureNote failure={action.failure} />
          {done === 'sent' ? (
            <Note tone="good" testId="books-said">
              {say('books.print.sent')}
            </Note>
          ) : (
            <SavedFile testId="books-said">{done && say('books.export.done', done)}</SavedFile>
          )}
        </div>
      )}
    </>
  )
}
