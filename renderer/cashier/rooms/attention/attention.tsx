import { useCallback, useState } from 'react'
import { failure } from '../../../../shared/failure.ts'
import type { Money } from '../../../../shared/money/money.ts'
import type { AttentionItem } from '../../../../shared/page/index.ts'
import { isUnregistered, type Resolution } from '../../../../shared/sale/attention.ts'
import { Empty, Page, PressButton, Task, TaskFailure, TaskList, TwoStepButton } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import {
  call,
  failureText,
  knownKey,
  openSale,
  say,
  serviceWords,
  useAsked,
  useCommand,
  useOpenConflicts,
} from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { dayAndTime } from '../../parts/moment.ts'
import { TenderPanel, type TypedTender, useTendersOn } from '../../parts/tenders/index.ts'
import { ShopConflicts } from './shop-conflicts.tsx'
import { Unregistered } from './unregistered.tsx'

/** The attention list. No item leaves it by itself. */
export function Attention() {
  const { value: items, failure: asking, again } = useAsked(useCallback(() => call('listAttention'), []))
  const conflicts = useOpenConflicts()
  const [single, setSingle] = useState(false)
  const together = items?.filter(isUnregistered) ?? []
  const areOne = together.length > 1
  const rows = items?.filter((item) => single || !areOne || !isUnregistered(item)) ?? []
  return (
    <Page title={say('attention.title')} testId="attention">
      <FailureNote failure={asking} />
      {conflicts === 0 ? null : <ShopConflicts />}
      {items?.length === 0 ? (
        conflicts > 0 ? null : (
          <Empty icon="check" title={say('attention.empty.title')} todo={say('attention.empty.todo')} />
        )
      ) : (
        <>
          {areOne ? (
            <Unregistered
              items={together}
              single={single}
              onSingle={() => setSingle(!single)}
              onSettled={again}
            />
          ) : null}
          <LongList rows={rows} list={TaskList}>
            {(item) => <Item key={item.id} item={item} onSettled={again} />}
          </LongList>
        </>
      )}
    </Page>
  )
}

type ItemProps = { readonly item: AttentionItem; readonly onSettled: () => void }

function Item({ item, onSettled }: ItemProps) {
  const settling = useCommand()
  const [taking, setTaking] = useState<Resolution | null>(null)
  const settle = async (resolution: Resolution, typed?: TypedTender, key?: string) => {
    const { saleId, cause, amount } = item
    const reply = await settling.run(() =>
      call('settleAttention', { saleId, cause, resolution, amount, ...typed }, key),
    )
    // A refusal also reloads the list, because the amount may have changed.
    onSettled()
    return reply
  }
  const due = taking === null ? null : dueFor(taking, item)
  const form =
    taking === null || due === null ? undefined : (
      <TakeAgain
        due={due}
        take={async (typed, key) =>
          (await settle(taking, typed, key)) ?? { ok: false, error: failure('UNEXPECTED') }
        }
        onClose={() => setTaking(null)}
      />
    )
  return (
    <Task
      icon="warning"
      tone="bad"
      title={say(knownKey(`attention.cause.${item.cause}`, 'attention.cause.unlisted'))}
      facts={`${item.senderInvoiceNo} · ${dayAndTime(item.at)}`}
      amount={item.amount === null ? null : withSign(item.amount)}
      form={form}
      tools={
        <>
          <PressButton onPress={() => openSale(item.saleId)}>{say('word.openSale')}</PressButton>
          {item.resolutions.map((resolution) => (
            <ResolutionButton
              key={resolution}
              resolution={resolution}
              amount={item.amount}
              words={resolutionWords(resolution, item)}
              urged={item.cause !== 'receipt-unprintable' && resolution !== 'collected-again'}
              pending={settling.pending}
              onChosen={() =>
                dueFor(resolution, item) === null ? void settle(resolution) : setTaking(resolution)
              }
            />
          ))}
        </>
      }
      testId="attention-item"
      data-cause={item.cause}
    >
      <ItemFailure item={item} />
      <p>{say(knownKey(`attention.todo.${item.cause}`, 'attention.todo.unlisted'))}</p>
      <FailureNote failure={due === null ? settling.failure : null} testId="attention-refused" />
    </Task>
  )
}

/** The amount that is taken at the counter before the item is resolved; null if none is. */
function dueFor(resolution: Resolution, { amount, missing }: AttentionItem): Money | null {
  if (resolution === 'sold-with-cash') return missing
  return resolution === 'collected-again' ? amount : null
}

/** A resolution can have a text of its own for a cause. */
const resolutionWords = (resolution: Resolution, { cause }: AttentionItem): string =>
  say(knownKey(`attention.resolution.${resolution}.${cause}`, `attention.resolution.${resolution}`))

type TakeAgainProps = Pick<Parameters<typeof TenderPanel>[0], 'take' | 'due' | 'onClose'>

/** Offers the tenders that the shop takes; cash if it takes none at the counter. */
function TakeAgain(panel: TakeAgainProps) {
  const [first = 'cash', ...others] = useTendersOn()
  return <TenderPanel {...panel} kinds={[first, ...others]} part={false} />
}

/** Resolutions that need no second press: they first ask for money, or only retry. The others are final. */
const AT_ONCE: ReadonlySet<Resolution> = new Set<Resolution>([
  'sold-with-cash',
  'collected-again',
  'tried-again',
])

type ResolutionButtonProps = {
  readonly resolution: Resolution
  readonly amount: Money | null
  readonly words: string
  /** Whether the button is the main one. For a print that may have come out, the person looks at the printer first. */
  readonly urged: boolean
  readonly pending: boolean
  readonly onChosen: () => void
}

function ResolutionButton({ resolution, amount, words, urged, pending, onChosen }: ResolutionButtonProps) {
  const testId = `attention-resolution-${resolution}`
  if (AT_ONCE.has(resolution))
    return (
      <PressButton tone={urged ? 'main' : 'plain'} onPress={onChosen} pending={pending} testId={testId}>
        {words}
      </PressButton>
    )
  return (
    <TwoStepButton
      tone={resolution === 'sold' ? 'main' : 'plain'}
      sure={say('attention.sure', { resolution: words })}
      about={amount}
      onSure={onChosen}
      pending={pending}
      testId={testId}
    >
      {words}
    </TwoStepButton>
  )
}

function ItemFailure({ item }: { readonly item: AttentionItem }) {
  if (item.failure === null) return null
  const detail = serviceWords(item.failure)
  return (
    <TaskFailure>
      {failureText(say, item.failure)}
      {detail === null ? null : ` ${say('failure.detail', { detail })}`}
    </TaskFailure>
  )
}
