import { useState } from 'react'
import { Note, PressButton } from '../../../kit/index.ts'
import { call, say, useCommand } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { SavedFile } from '../../parts/saved-file.tsx'

type Done = 'sent' | { readonly path: string }

/** Prints the result, or exports it for a spreadsheet. What came of it belongs to its span. */
export function usePapers(span: string) {
  const action = useCommand()
  const [done, setDone] = useState<{ readonly of: string; readonly what: Done } | null>(null)
  const print = async () => {
    const reply = await action.run(() => call('printReconciliation', { span }, crypto.randomUUID()))
    if (reply?.ok) setDone({ of: span, what: 'sent' })
  }
  const save = async (format: 'csv' | 'xlsx') => {
    const reply = await action.run(() => call('exportReconciliation', { span, format }))
    if (reply?.ok) setDone({ of: span, what: reply.value })
  }
  return { action, print, save, done: done?.of === span ? done.what : null }
}

type PapersProps = { readonly papers: ReturnType<typeof usePapers> }

export const PaperButtons = ({ papers: { action, print, save } }: PapersProps) => (
  <>
    <PressButton tone="subtle" pending={action.pending} onPress={() => void print()}>
      {say('word.print')}
    </PressButton>
    {(['csv', 'xlsx'] as const).map((format) => (
      <PressButton key={format} tone="subtle" pending={action.pending} onPress={() => void save(format)}>
        {say(`books.export.${format}`)}
      </PressButton>
    ))}
  </>
)

/** What came of the last paper. */
export const PapersSaid = ({ papers: { action, done } }: PapersProps) => (
  <>
    <FailureNote failure={action.failure} />
    {done === 'sent' ? (
      <Note tone="good" testId="books-said">
        {say('books.print.sent')}
      </Note>
    ) : (
      <SavedFile testId="books-said">{done && say('books.export.done', done)}</SavedFile>
    )}
  </>
)
