import type { AttentionItem } from '../../../../shared/page/index.ts'
import { PressButton, Task, TaskFailure, TaskList } from '../../../kit/index.ts'
import { call, failureText, say, useCommand } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { dayAndTime } from '../../parts/moment.ts'

type UnregisteredProps = {
  readonly items: readonly AttentionItem[]
  /** Whether each sale is listed below. */
  readonly single: boolean
  readonly onSingle: () => void
  readonly onSettled: () => void
}

/** One item for all e-receipts that are refused because the merchant is not registered: a day of them is hundreds. */
export function Unregistered({ items, single, onSingle, onSettled }: UnregisteredProps) {
  const retrying = useCommand()
  const retry = async () => {
    await retrying.run(() => call('retryUnregistered'))
    onSettled()
  }
  const [first] = items
  const times = [first, items.at(-1)].flatMap((item) => (item ? [dayAndTime(item.at)] : []))
  return (
    <TaskList>
      <Task
        icon="warning"
        tone="bad"
        title={say('attention.unregistered', { count: items.length })}
        facts={[...new Set(times)].join(' – ')}
        tools={
          <>
            <PressButton onPress={onSingle} testId="attention-unregistered-single">
              {say(single ? 'attention.unregistered.hide' : 'attention.unregistered.show')}
            </PressButton>
            <PressButton
              tone="main"
              onPress={() => void retry()}
              pending={retrying.pending}
              testId="attention-unregistered-retry"
            >
              {say('attention.unregistered.retry')}
            </PressButton>
          </>
        }
        testId="attention-unregistered"
      >
        {first?.failure ? <TaskFailure>{failureText(say, first.failure)}</TaskFailure> : null}
        <FailureNote failure={retrying.failure} />
      </Task>
    </TaskList>
  )
}
