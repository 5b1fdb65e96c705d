import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { BookResolution, DiscrepancySeen } from '../../../../shared/books/reconciliation.ts'
import type { TextKey } from '../../../../shared/texts/index.ts'
import { Hint, PressButton, TextEntry } from '../../../kit/index.ts'
import { announce, call, say, showRoom, useCommand } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from './books.module.css'
import { isBackAt, leaveFor } from './books-page.ts'

type ResolutionsProps = {
  readonly span: string
  readonly discrepancy: DiscrepancySeen
  readonly children: ReactNode
}

const WORDS: Readonly<Record<BookResolution, TextKey>> = {
  'look-again': 'books.look',
  attention: 'word.openAttentionList',
  'issue-again': 'books.issue',
}

/** The resolutions of a discrepancy, and the form that explains it. */
export function DiscrepancyResolutions({ span, discrepancy, children }: ResolutionsProps) {
  const action = useCommand()
  const [said, setSaid] = useState<TextKey | null>(null)
  const [explaining, setExplaining] = useState<'not yet' | 'now' | 'over'>('not yet')
  const { key, saleId, resolutions, explained, resolvedAt } = discrepancy
  const box = useRef<HTMLDivElement>(null)
  const acted = useRef(false)
  // The pressed button disappears with the discrepancy, so the focus moves to its row.
  useEffect(() => {
    if (resolvedAt !== null && acted.current) box.current?.focus()
  }, [resolvedAt])
  const readAgain = async (words: TextKey | null) => {
    const reply = await action.run(() => call('readDiscrepancyAgain', { span, key }, crypto.randomUUID()))
    if (!reply?.ok) return
    setSaid('books.still')
    acted.current = true
    if (words !== null) announce(say(words))
  }
  const carryOut = async (resolution: BookResolution) => {
    if (resolution === 'attention') {
      leaveFor({ span, key })
      return showRoom('attention')
    }
    if (saleId === null) return
    const command = resolution === 'issue-again' ? 'retryReceipt' : 'checkNow'
    const reply = await action.run(() => call(command, { saleId }, crypto.randomUUID()))
    if (reply?.ok) await readAgain(resolution === 'issue-again' ? 'books.issued' : 'books.looked')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the person returns from another room.
  useEffect(() => {
    if (isBackAt(span, key)) void readAgain(null)
  }, [])
  const explain = async (why: string) => {
    const reply = await action.run(() => call('explainDiscrepancy', { span, key, why }, crypto.randomUUID()))
    if (reply?.ok) setExplaining('over')
  }

  if (resolvedAt !== null)
    return (
      <div className={styles.resolutions} ref={box} tabIndex={-1}>
        {children}
      </div>
    )
  if (explaining === 'now')
    return (
      <Explaining
        pending={action.pending}
        failure={<FailureNote failure={action.failure} />}
        onKeep={(why) => void explain(why)}
        onLeave={() => setExplaining('over')}
      />
    )
  return (
    <>
      <div className={styles.resolutions}>
        {explained === null
          ? resolutions.map((resolution) => (
              <PressButton
                key={resolution}
                pending={action.pending}
                onPress={() => void carryOut(resolution)}
                testId={`books-${resolution}`}
              >
                {say(WORDS[resolution])}
              </PressButton>
            ))
          : null}
        {explained === null && !resolutions.includes('look-again') ? (
          <PressButton
            tone="subtle"
            pending={action.pending}
            onPress={() => void readAgain(null)}
            testId="books-read-again"
          >
            {say('books.read.again')}
          </PressButton>
        ) : null}
        <PressButton
          // The new key remounts the button, which takes the focus back from the closed field.
          key={explaining}
          autoFocus={explaining === 'over'}
          tone={explained === null ? 'plain' : 'subtle'}
          onPress={() => (explained === null ? setExplaining('now') : void explain(''))}
          testId={explained === null ? 'books-explain' : 'books-unexplain'}
        >
          {say(explained === null ? 'books.explain' : 'books.explain.undo')}
        </PressButton>
        {children}
      </div>
      {said === null ? null : <Hint>{say(said)}</Hint>}
      <FailureNote failure={action.failure} />
    </>
  )
}

type ExplainingProps = {
  readonly pending: boolean
  readonly failure: ReactNode
  readonly onKeep: (why: string) => void
  readonly onLeave: () => void
}

function Explaining({ pending, failure, onKeep, onLeave }: ExplainingProps) {
  const [why, setWhy] = useState('')
  return (
    <form
      className={styles.explaining}
      onSubmit={(event) => {
        event.preventDefault()
        if (why.trim() !== '') onKeep(why)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave()
      }}
    >
      <TextEntry
        label={say('books.explain.why')}
        value={why}
        onChange={setWhy}
        autoFocus
        testId="books-why"
      />
      {failure}
      <div className={styles.resolutions}>
        <PressButton submits tone="main" pending={pending} disabled={why.trim() === ''}>
          {say('books.explain.keep')}
        </PressButton>
        <PressButton tone="subtle" onPress={onLeave}>
          {say('word.cancel')}
        </PressButton>
      </div>
    </form>
  )
}
