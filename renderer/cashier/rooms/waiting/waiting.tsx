import { useCallback } from 'react'
import type { WaitingWork } from '../../../../shared/page/index.ts'
import { formatSaleNumber } from '../../../../shared/sale/sale.ts'
import { Empty, Page, PressButton, Task, TaskFailure, TaskList, TwoStepButton } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call, failureText, openSale, say, showRoom, useAsked, useCommand } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { agoWords, useNow } from '../../parts/moment.ts'

/** Pending tasks of the service and the printer. A person can hold, release or give up each of them. */
export function Waiting() {
  const { value: work, failure } = useAsked(useCallback(() => call('listWaiting'), []))
  return (
    <Page
      title={say('waiting.title')}
      tools={<PressButton onPress={() => showRoom('prints')}>{say('word.printQueue')}</PressButton>}
      testId="waiting"
    >
      <FailureNote failure={failure} />
      {work?.length === 0 ? (
        <Empty icon="check" title={say('waiting.empty.title')} todo={say('waiting.empty.todo')} />
      ) : (
        <LongList rows={work ?? []} list={TaskList}>
          {(one) => <Row key={`${one.saleId} ${one.work}`} work={one} />}
        </LongList>
      )}
    </Page>
  )
}

function Row({ work }: { readonly work: WaitingWork }) {
  const holding = useCommand()
  const givingUp = useCommand()
  const now = useNow(1000)
  const { saleId } = work
  const hold = () => void holding.run(() => call(work.held ? 'releaseWork' : 'holdWork', { saleId }))
  return (
    <Task
      icon={work.held ? 'minus' : 'clock'}
      title={say(`waiting.work.${work.work}`)}
      facts={`${say('word.saleNumbered', { number: formatSaleNumber(work.sequence) })} · ${say('waiting.since', { age: agoWords(say, now - work.since) })}`}
      amount={withSign(work.total)}
      tools={
        <>
          <PressButton onPress={() => openSale(saleId)}>{say('word.openSale')}</PressButton>
          {work.work === 'print' ? (
            <PressButton onPress={() => showRoom('prints')}>{say('word.printQueue')}</PressButton>
          ) : null}
          <PressButton
            onPress={hold}
            pending={holding.pending}
            testId={work.held ? 'waiting-release' : 'waiting-hold'}
          >
            {say(work.held ? 'waiting.release' : 'waiting.hold')}
          </PressButton>
          <TwoStepButton
            tone="subtle"
            sure={say(`waiting.give-up.sure.${work.work}`)}
            onSure={() => void givingUp.run(() => call('giveUpWork', { saleId, work: work.work }))}
            pending={givingUp.pending}
          >
            {say('waiting.give-up')}
          </TwoStepButton>
        </>
      }
      testId="waiting-row"
      data-work={work.work}
      data-held={work.held}
    >
      {work.failure === null ? null : <TaskFailure>{failureText(say, work.failure)}</TaskFailure>}
      <small>{nextWords(work, now)}</small>
      <FailureNote failure={holding.failure ?? givingUp.failure} />
    </Task>
  )
}

function nextWords({ held, nextTryAt, tries }: WaitingWork, now: number): string {
  if (held) return say('word.paused')
  const seconds = nextTryAt === null ? 0 : Math.max(0, Math.ceil((nextTryAt - now) / 1000))
  const next = seconds === 0 ? say('waiting.now') : say('waiting.next', { count: seconds })
  return tries === 0 ? next : `${next} · ${say('waiting.tries', { count: tries })}`
}
