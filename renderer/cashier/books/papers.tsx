import { useState } from 'react'
import { Note, PressButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import styles from './books.module.css'

/** Prints the result, or exports it for a spreadsheet. */
export function Papers({ span }: { readonly span: string }) {
  const say = useText()
  const action = useCommand()
  const [said, setSaid] = useState<string | null>(null)
  const print = async () => {
    const reply = await action.run(() => call('printReconciliation', { span }, crypto.randomUUID()))
    if (reply?.ok) setSaid(say('books.print.sent'))
  }
  const save = async (format: 'csv' | 'xlsx') => {
    const reply = await action.run(() => call('exportReconciliation', { span, format }))
    if (reply?.ok) setSaid(say('books.export.done', { path: reply.value.path }))
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
      {said === null && action.failure === null ? null : (
        <div className={styles.whole}>
          <FailureNote failure={action.failure} />
          <Note tone="good" testId="books-said">
            {said}
          </Note>
        </div>
      )}
    </>
  )
}
