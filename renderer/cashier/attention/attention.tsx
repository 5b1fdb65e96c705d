import { useCallback, useState } from 'react'
import type { Remedy } from '../../../shared/attention.ts'
import { failure } from '../../../shared/failure.ts'
import type { AttentionItem } from '../../../shared/ipc/index.ts'
import { Empty, Icon, PressButton, TwoStepButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { CashPanel } from '../cash/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { withSign } from '../figures.ts'
import { dayAndTime } from '../moment.ts'
import { openSale } from '../store.ts'
import { failureText, knownKey, serviceWords, useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import { useAsked } from '../use-asked.ts'
import styles from './attention.module.css'

/** What a person must look at. Nothing leaves this list by itself. */
export function Attention() {
  const say = useText()
  const { value: items, failure: asking, again } = useAsked(useCallback(() => call('listAttention'), []))
  return (
    <main className={styles.attention} data-testid="attention">
      <h1>{say('attention.title')}</h1>
      <FailureNote failure={asking} />
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

type ItemProps = { readonly item: AttentionItem; readonly onSettled: () => void }

function Item({ item, onSettled }: ItemProps) {
  const say = useText()
  const settling = useAct()
  const [cash, setCash] = useState(false)
  const settle = async (remedy: Remedy, received = '', act?: string) => {
    const reply = await settling.run(() => call('settleAttention', { id: item.id, remedy, received }, act))
    if (reply?.ok) onSettled()
    return reply
  }
  return (
    <li className={styles.item} data-testid="attention-item" data-cause={item.cause}>
      <span className={styles.figure}>
        <Icon name="warning" size={26} />
      </span>
      <div className={styles.words}>
        <h2>{say(knownKey(`attention.cause.${item.cause}`, 'attention.cause.unlisted'))}</h2>
        <p className={styles.facts}>{`${item.senderInvoiceNo} · ${dayAndTime(item.at)}`}</p>
        <ItemFailure item={item} />
        <p>{say(knownKey(`attention.todo.${item.cause}`, 'attention.todo.unlisted'))}</p>
        <FailureNote failure={cash ? null : settling.failure} />
      </div>
      {item.amount === null ? null : <b className={styles.amount}>{withSign(item.amount)}</b>}
      {cash && item.missing !== null ? (
        <div className={styles.cash}>
          <CashPanel
            take={async (received, act) =>
              (await settle('sold-with-cash', received, act)) ?? { ok: false, error: failure('UNEXPECTED') }
            }
            due={item.missing}
            part={false}
            onClose={() => setCash(false)}
          />
        </div>
      ) : (
        <div className={styles.tools}>
          <PressButton onPress={() => openSale(item.saleId)} testId="attention-open">
            {say('attention.open')}
          </PressButton>
          {item.remedies.map((remedy) => (
            <RemedyButton
              key={remedy}
              remedy={remedy}
              urged={item.cause !== 'receipt-unprintable'}
              pending={settling.pending}
              onChosen={() => (remedy === 'sold-with-cash' ? setCash(true) : void settle(remedy))}
            />
          ))}
        </div>
      )}
    </li>
  )
}

/** Asked twice, for each is written into the sale for good. These are not: one asks for cash next, one only tries again. */
const AT_ONCE: ReadonlySet<Remedy> = new Set<Remedy>(['sold-with-cash', 'tried-again'])

type RemedyButtonProps = {
  readonly remedy: Remedy
  /** Whether trying is what the screen asks for: a paper that perhaps came out is looked for first. */
  readonly urged: boolean
  readonly pending: boolean
  readonly onChosen: () => void
}

function RemedyButton({ remedy, urged, pending, onChosen }: RemedyButtonProps) {
  const say = useText()
  const words = say(`attention.remedy.${remedy}`)
  const testId = `attention-remedy-${remedy}`
  if (AT_ONCE.has(remedy))
    return (
      <PressButton tone={urged ? 'main' : 'plain'} onPress={onChosen} pending={pending} testId={testId}>
        {words}
      </PressButton>
    )
  return (
    <TwoStepButton
      tone={remedy === 'sold' ? 'main' : 'plain'}
      sure={say('attention.sure', { remedy: words })}
      onSure={onChosen}
      pending={pending}
      testId={testId}
    >
      {words}
    </TwoStepButton>
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
