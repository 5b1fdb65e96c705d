import { useCallback } from 'react'
import type { AttentionCause, AttentionItem } from '../../../shared/ipc/index.ts'
import { Empty, Icon, PressButton, TwoStepButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { withSign } from '../figures.ts'
import { clockTime } from '../moment.ts'
import { openSale } from '../store.ts'
import { failureText, knownKey, serviceWords, useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import { useAsked } from '../use-asked.ts'
import styles from './attention.module.css'

/** What a person must look at. Nothing leaves this list by itself. */
export function Attention() {
  const say = useText()
  const { value: items, failure, again } = useAsked(useCallback(() => call('listAttention'), []))
  return (
    <main className={styles.attention} data-testid="attention">
      <h1>{say('attention.title')}</h1>
      <FailureNote failure={failure} />
      {items?.length === 0 ? (
        <Empty icon="check" title={say('attention.empty.title')} todo={say('attention.empty.todo')} />
      ) : (
        <ul className={styles.items}>
          {items?.map((item) => (
            <Item key={item.id} item={item} onSettled={again} />
          ))}
        </ul>
      )}
    </main>
  )
}

const RETRIED: ReadonlySet<AttentionCause> = new Set<AttentionCause>([
  'ereceipt-refused',
  'receipt-unprintable',
  'late-money',
])

type ItemProps = { readonly item: AttentionItem; readonly onSettled: () => void }

function Item({ item, onSettled }: ItemProps) {
  const say = useText()
  const retrying = useAct()
  const settling = useAct()
  const settle = async () => {
    const reply = await settling.run(() => call('settleAttention', { id: item.id }))
    if (reply?.ok) onSettled()
  }
  return (
    <li className={styles.item} data-testid="attention-item" data-cause={item.cause}>
      <span className={styles.figure}>
        <Icon name="warning" size={26} />
      </span>
      <div className={styles.words}>
        <h2>{say(knownKey(`attention.cause.${item.cause}`, 'attention.cause.unlisted'))}</h2>
        <p className={styles.facts}>{`${item.senderInvoiceNo} · ${clockTime(item.at)}`}</p>
        <ItemFailure item={item} />
        <p>{say(knownKey(`attention.todo.${item.cause}`, 'attention.todo.unlisted'))}</p>
        <FailureNote failure={retrying.failure ?? settling.failure} />
      </div>
      {item.amount === null ? null : <b className={styles.amount}>{withSign(item.amount)}</b>}
      <div className={styles.tools}>
        <PressButton onPress={() => openSale(item.saleId)} testId="attention-open">
          {say('attention.open')}
        </PressButton>
        {RETRIED.has(item.cause) ? (
          <PressButton
            tone={item.cause === 'late-money' ? 'plain' : 'main'}
            onPress={() => void retrying.run(() => call('retryReceipt', { saleId: item.saleId }))}
            pending={retrying.pending}
            testId="attention-retry"
          >
            {say(item.cause === 'late-money' ? 'attention.sell' : 'attention.retry')}
          </PressButton>
        ) : null}
        <TwoStepButton
          tone="quiet"
          sure={say('attention.settle.sure')}
          onSure={() => void settle()}
          pending={settling.pending}
          testId="attention-settle"
        >
          {say('attention.settle')}
        </TwoStepButton>
      </div>
    </li>
  )
}

function ItemFailure({ item }: { readonly item: AttentionItem }) {
  const say = useText()
  if (item.failure === null) return null
  const detail = serviceWords(item.failure)
  return (
    <p className={styles.why}>
      {failureText(say, item.failure)}
      {detail === null ? null : ` ${say('failure.detail', { detail })}`}
    </p>
  )
}
