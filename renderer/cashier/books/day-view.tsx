import { useCallback } from 'react'
import type { BookRun, ReconciliationSeen } from '../../../shared/books.ts'
import { dayAfter } from '../../../shared/shop-day.ts'
import { Empty, Icon, Note, PressButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { dayAndTime } from '../moment.ts'
import { useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import { useAsked } from '../use-asked.ts'
import styles from './books.module.css'
import { chooseDay, dayFromToday, isDay, useBooksPage } from './books-page.ts'
import { DayList } from './day-list.tsx'
import { Differences } from './differences.tsx'
import { Fees } from './fees.tsx'
import { Matched } from './matched.tsx'
import { Papers } from './papers.tsx'
import { Sums } from './sums.tsx'

/** One day, held against the service's books. */
export function DayView() {
  const chosen = useBooksPage().day
  const day = chosen ?? dayFromToday(-1)
  return (
    <div className={styles.split}>
      <section className={styles.desk}>
        <OneDay key={day} day={day} />
      </section>
      <aside className={styles.aside}>
        <DayList chosen={day} />
      </aside>
    </div>
  )
}

function OneDay({ day }: { readonly day: string }) {
  const { value, failure, again } = useAsked(useCallback(() => call('getReconciliation', { day }), [day]))
  return (
    <article className={styles.day} data-testid="books-day" data-day={day}>
      <DayTools day={day} run={value?.run ?? null} known={value?.result != null} onAsked={again} />
      <FailureNote failure={failure} />
      {value === null ? null : <Progress day={day} run={value.run} />}
      {value === null ? null : <Result day={day} result={value.result} running={isRunning(value.run, day)} />}
    </article>
  )
}

const isRunning = (run: BookRun, day: string): boolean => run.state === 'running' && run.day === day

type ToolsProps = {
  readonly day: string
  readonly run: BookRun | null
  readonly known: boolean
  readonly onAsked: () => void
}

/** Which day, and the button that reads it: the one that stops it while it runs. */
function DayTools({ day, run, known, onAsked }: ToolsProps) {
  const say = useText()
  const act = useAct()
  const today = dayFromToday(0)
  const running = run !== null && isRunning(run, day)
  const go = async () => {
    await act.run(() =>
      running ? call('stopReconciliation') : call('startReconciliation', { day }, crypto.randomUUID()),
    )
    onAsked()
  }
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.chooser}>
          <PressButton
            label={say('books.day.before')}
            onPress={() => chooseDay(dayAfter(day, -1))}
            testId="books-day-before"
          >
            <Icon name="back" size={20} />
          </PressButton>
          <input
            type="date"
            className={styles.date}
            value={day}
            max={today}
            onChange={({ currentTarget: { value } }) => {
              if (isDay(value)) chooseDay(value)
            }}
            aria-label={say('books.day')}
            data-testid="books-day-chosen"
          />
          <PressButton
            label={say('books.day.after')}
            disabled={day >= today}
            onPress={() => chooseDay(dayAfter(day, 1))}
            testId="books-day-after"
          >
            <span className={styles.turned}>
              <Icon name="back" size={20} />
            </span>
          </PressButton>
        </div>
        <PressButton
          tone={running ? 'plain' : known ? 'plain' : 'main'}
          pending={act.pending}
          disabled={run?.state === 'running' && !running}
          onPress={() => void go()}
          testId={running ? 'books-stop' : 'books-start'}
        >
          {say(running ? 'books.stop' : known ? 'books.again' : 'books.start')}
        </PressButton>
        {known ? <Papers day={day} /> : null}
      </div>
      <FailureNote failure={act.failure} />
    </>
  )
}

/** How far it is, why it stands still, how it ended. */
function Progress({ day, run }: { readonly day: string; readonly run: BookRun }) {
  const say = useText()
  switch (run.state) {
    case 'idle':
      return null
    case 'stopped':
      return run.day === day ? <Note tone="plain">{say('books.stopped')}</Note> : null
    case 'failed':
      return run.day === day ? <FailureNote failure={run.failure} testId="books-failed" /> : null
    case 'running':
      return run.day === day ? (
        <Running run={run} />
      ) : (
        <Note tone="plain">{say('books.other.day', { day: run.day })}</Note>
      )
  }
}

function Running({ run }: { readonly run: Extract<BookRun, { state: 'running' }> }) {
  const say = useText()
  const { step, done, all, held } = run
  const figures = { done: done.toLocaleString('en-US'), all: (all ?? 0).toLocaleString('en-US') }
  return (
    <div className={styles.progress} data-testid="books-running">
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
  readonly day: string
  readonly result: ReconciliationSeen | null
  readonly running: boolean
}

function Result({ day, result, running }: ResultProps) {
  const say = useText()
  if (result === null)
    return running ? null : (
      <div data-testid="books-never">
        <Empty icon="search" title={say('books.never.title')} todo={say('books.never.todo')} />
      </div>
    )
  const { sums, doneAt, terminal } = result
  return (
    <div className={styles.result} data-testid="books-result" data-done={doneAt}>
      <p className={styles.quiet}>{[say('books.done', { at: dayAndTime(doneAt) }), terminal].join(' · ')}</p>
      <Sums sums={sums} />
      {sums.unread === 0 ? null : (
        <Note tone="warn" title={say('books.unread.title', { count: sums.unread.toLocaleString('en-US') })}>
          <span>{say('books.unread')}</span>
        </Note>
      )}
      <Differences result={result} />
      <Fees rows={result.fees} />
      <Matched key={doneAt} day={day} count={sums.matched.count} />
    </div>
  )
}
