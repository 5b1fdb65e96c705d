import { type ReactNode, useCallback, useEffect, useState } from 'react'
import {
  type BookRun,
  dayOfShopSpan,
  type ReconciliationSeen,
  shiftOfSpan,
} from '../../../../shared/books/reconciliation.ts'
import { Empty, Hint, Note, PressButton, ToolRow } from '../../../kit/index.ts'
import { call, type ReplyOf, say, useAsked, useCommand } from '../../page/index.ts'
import { KeptParts } from '../../page/kept-parts.tsx'
import { FailureNote } from '../../parts/failure-note.tsx'
import { dayAndTime } from '../../parts/moment.ts'
import { HowCurrent } from '../all-tills/index.ts'
import styles from './books.module.css'
import { Discrepancies } from './discrepancies.tsx'
import { Matched } from './matched.tsx'
import { PaperButtons, PapersSaid, usePapers } from './papers.tsx'
import { BookedElsewhereList, Fees, Sums } from './sums.tsx'

type OneBookProps = {
  readonly span: string
  /** The control that chooses the day or shift. */
  readonly children: ReactNode
}

/**
 * The reconciliation of one day or one shift. Its chooser is not remounted for another day, so that it
 * keeps the focus.
 */
export function OneBook({ span, children }: OneBookProps) {
  const { value, failure, again } = useAsked(useCallback(() => call('getReconciliation', { span }), [span]))
  return (
    <article className={styles.day} data-testid="books-day" data-span={span}>
      <Tools span={span} run={value?.run ?? null} known={value?.result != null} onAsked={again}>
        {children}
      </Tools>
      <FailureNote failure={failure} />
      <KeptParts open={span}>{(one) => <Seen span={one} answer={one === span ? value : null} />}</KeptParts>
    </article>
  )
}

type SeenProps = { readonly span: string; readonly answer: ReplyOf<'getReconciliation'> | null }

/** Keeps the last answer while another span is chosen, so that an explanation that is being typed stays. */
function Seen({ span, answer }: SeenProps) {
  const [last, setLast] = useState(answer)
  if (answer !== null && answer !== last) setLast(answer)
  const known = answer ?? last
  if (known === null) return null
  return (
    <>
      <Progress span={span} run={known.run} />
      <Result span={span} result={known.result} running={isRunning(known.run, span)} />
    </>
  )
}

const isRunning = (run: BookRun, span: string): boolean => run.state === 'running' && run.span === span

type ToolsProps = {
  readonly span: string
  readonly run: BookRun | null
  readonly known: boolean
  readonly onAsked: () => void
  readonly children: ReactNode
}

/** The chooser, and the button that starts or stops the reconciliation. */
function Tools({ span, run, known, onAsked, children }: ToolsProps) {
  const action = useCommand()
  const { forget } = action
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal belongs to its span.
  useEffect(forget, [span, forget])
  const papers = usePapers(span)
  const running = run !== null && isRunning(run, span)
  const go = async () => {
    await action.run(() =>
      running ? call('stopReconciliation') : call('startReconciliation', { span }, crypto.randomUUID()),
    )
    onAsked()
  }
  return (
    <>
      <ToolRow>
        {children}
        <PressButton
          tone={running ? 'plain' : known ? 'plain' : 'main'}
          pending={action.pending}
          disabled={run?.state === 'running' && !running}
          onPress={() => void go()}
          testId={running ? 'books-stop' : 'books-start'}
        >
          {say(running ? 'word.stop' : known ? 'books.again' : 'books.start')}
        </PressButton>
        {known ? <PaperButtons papers={papers} /> : null}
      </ToolRow>
      <FailureNote failure={action.failure} />
      {known ? <PapersSaid papers={papers} /> : null}
    </>
  )
}

/** The progress of the reconciliation: how far it is, why it pauses, how it ended. */
function Progress({ span, run }: { readonly span: string; readonly run: BookRun }) {
  switch (run.state) {
    case 'idle':
      return null
    case 'stopped':
      return run.span === span ? <Note tone="plain">{say('books.stopped')}</Note> : null
    case 'failed':
      return run.span === span ? <FailureNote failure={run.failure} /> : null
    case 'running':
      return run.span === span ? (
        <Running run={run} />
      ) : (
        <Note tone="plain">
          {shiftOfSpan(run.span) === null
            ? say('books.other.day', { day: dayOfShopSpan(run.span) ?? run.span })
            : say('books.other.shift')}
        </Note>
      )
  }
}

function Running({ run }: { readonly run: Extract<BookRun, { state: 'running' }> }) {
  const { step, done, all, held } = run
  const figures = { done: done.toLocaleString('en-US'), all: (all ?? 0).toLocaleString('en-US') }
  return (
    <div className={styles.progress}>
      <div className={styles.line}>
        <b>{say(`books.step.${step}`)}</b>
        <span className={styles.number}>{all === null ? '' : say('books.step.of', figures)}</span>
      </div>
      <progress
        className={styles.bar}
        aria-label={say(`books.step.${step}`)}
        max={Math.max(1, all ?? 1)}
        {...(all === null ? {} : { value: done })}
      />
      {held === null ? null : (
        <FailureNote failure={held} tone="warn" title={say('books.held')} testId="books-held" />
      )}
    </div>
  )
}

type ResultProps = {
  readonly span: string
  readonly result: ReconciliationSeen | null
  readonly running: boolean
}

function Result({ span, result, running }: ResultProps) {
  if (result === null)
    return running ? null : (
      <div data-testid="books-never">
        <Empty
          icon="search"
          title={say(shiftOfSpan(span) === null ? 'books.never.title' : 'books.shift.never')}
          todo={say('books.never.todo')}
        />
      </div>
    )
  const { sums, doneAt, terminal } = result
  return (
    <div className={styles.result} data-testid="books-result" data-done={doneAt}>
      <Hint>{[say('books.done', { at: dayAndTime(doneAt) }), terminal].join(' · ')}</Hint>
      <HowCurrent tills={result.tills} />
      {result.shift === null ? null : <Hint>{say('books.shift.about')}</Hint>}
      <Sums sums={sums} />
      {sums.unread === 0 ? null : (
        <Note tone="warn" title={say('books.unread.title', { count: sums.unread.toLocaleString('en-US') })}>
          <span>{say('books.unread')}</span>
        </Note>
      )}
      <Discrepancies result={result} />
      <Hint>{say('books.cannot.tell')}</Hint>
      <Fees rows={result.fees} />
      <BookedElsewhereList rows={result.apart} />
      <Matched key={`${doneAt} ${sums.matched.count}`} span={span} count={sums.matched.count} />
    </div>
  )
}
