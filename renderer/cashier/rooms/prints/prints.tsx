import { useCallback } from 'react'
import { formatSaleNumber } from '../../../../shared/sale/sale.ts'
import type { WaitingPrint } from '../../../../shared/shop/printing.ts'
import { Empty, Page, PressButton, Task, TaskFailure, TaskList, TwoStepButton } from '../../../kit/index.ts'
import { call, failureText, openSale, say, useAsked, useCommand, useView } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { agoWords, useNow } from '../../parts/moment.ts'
import { PrintResolutions } from '../../parts/print-resolutions.tsx'

/** The print queue: waiting prints with their reasons, and unconfirmed ones. */
export function Prints() {
  const { value: prints, failure } = useAsked(useCallback(() => call('listPrints'), []))
  return (
    <Page title={say('word.printQueue')} tools={<DropAll prints={prints ?? []} />} testId="prints">
      <FailureNote failure={failure} />
      {prints?.length === 0 ? (
        <Empty icon="printer" title={say('prints.empty.title')} todo={say('prints.empty.todo')} />
      ) : (
        <LongList rows={prints ?? []} list={TaskList}>
          {(print) => <Row key={print.id} print={print} />}
        </LongList>
      )}
    </Page>
  )
}

/** The first press says how many papers are dropped, and how many lottery numbers with them. */
function DropAll({ prints }: { readonly prints: readonly WaitingPrint[] }) {
  const dropping = useCommand()
  const ids = prints.filter(({ resolutions }) => resolutions.includes('given-up')).map(({ id }) => id)
  const lotteries = prints.filter(({ loses }) => loses === 'lottery').length
  if (ids.length < 2) return <FailureNote failure={dropping.failure} />
  return (
    <>
      <FailureNote failure={dropping.failure} />
      <TwoStepButton
        sure={say(lotteries === 0 ? 'prints.drop.sure' : 'prints.drop.sure.lottery', {
          count: ids.length,
          lotteries,
        })}
        about={ids.join()}
        onSure={() => void dropping.run(() => call('dropPrints', { ids }))}
        pending={dropping.pending}
        testId="prints-drop-all"
      >
        {say('prints.drop', { count: ids.length })}
      </TwoStepButton>
    </>
  )
}

function Row({ print }: { readonly print: WaitingPrint }) {
  const settling = useCommand()
  const facts = useFacts(print)
  const { saleId, state } = print
  const unconfirmed = state === 'unconfirmed'
  return (
    <Task
      icon={unconfirmed ? 'question' : print.failure ? 'warning' : 'printer'}
      tone={unconfirmed ? 'warn' : 'plain'}
      title={titleWords(print)}
      facts={facts}
      warning={print.loses === null ? null : say(`prints.loss.${print.loses}`)}
      tools={
        <>
          <PrintResolutions print={print} settling={settling} />
          {saleId === null ? null : (
            <PressButton tone="subtle" onPress={() => openSale(saleId)}>
              {say('word.openSale')}
            </PressButton>
          )}
        </>
      }
      testId="print-row"
      data-kind={print.kind}
      data-state={state}
    >
      {unconfirmed ? <TaskFailure>{say('prints.unconfirmed')}</TaskFailure> : null}
      {print.failure === null || print.failure.name === 'PRINT_UNCONFIRMED' ? null : (
        <TaskFailure>{failureText(say, print.failure)}</TaskFailure>
      )}
      <FailureNote failure={settling.failure} />
    </Task>
  )
}

const titleWords = ({ kind, sequence }: WaitingPrint): string =>
  [
    say(`prints.kind.${kind}`),
    sequence === null ? null : say('word.saleNumbered', { number: formatSaleNumber(sequence) }),
  ]
    .filter((part) => part !== null)
    .join(' · ')

/** The printer, the waiting time and the number of tries. */
function useFacts(print: WaitingPrint): string {
  const now = useNow(1000)
  const printer = useView(({ settings }) => settings[print.printer === 'main' ? 'printer' : 'sparePrinter'])
  return [
    say(`prints.printer.${print.printer}`),
    say(`settings.printer.${printer.kind}`),
    say('prints.since', { age: agoWords(say, now - print.queuedAt) }),
    print.attempts === 0 ? null : say('waiting.tries', { count: print.attempts }),
    print.state === 'printing' ? say('prints.printing') : null,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}
