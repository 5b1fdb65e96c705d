import type { SaleView } from '../../../shared/ipc/index.ts'
import { formatSaleNumber } from '../../../shared/sale.ts'
import { Icon, PressButton, useFreeKeyboard, useHotkey } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { withSign } from '../figures.ts'
import { clockTime, dayAndTime } from '../moment.ts'
import type { StatusOf } from '../status.ts'
import { useView } from '../store.ts'
import { HeldTenders } from '../tenders/index.ts'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import styles from './ended.module.css'
import { followingWords } from './following-words.ts'

type CancelledProps = { readonly counter: SaleView; readonly status: StatusOf<'cancelled'> }

/** A quiet end: nothing to hurry for, two ways on. */
export function Cancelled({ counter, status }: CancelledProps) {
  const say = useText()
  return (
    <main className={styles.ended} data-testid="cancelled">
      <span className={styles.figure}>
        <Icon name="cross" size={44} />
      </span>
      <h1>{say('cancelled.title')}</h1>
      <p className={styles.facts}>
        <span data-testid="sale-number">
          {say('cart.sale', { number: formatSaleNumber(counter.sale.sequence) })}
        </span>
        {` · ${withSign(status.total)} · ${clockTime(status.at)}`}
      </p>
      <p>{say(status.tenders.length > 0 ? 'cancelled.words.tenders' : 'cancelled.words')}</p>
      {status.invoice === null || status.watchUntil === null ? null : (
        <p className={styles.quiet}>{say('cancelled.watched', { time: dayAndTime(status.watchUntil) })}</p>
      )}
      <HeldTenders saleId={counter.sale.id} tenders={status.tenders} />
      <WaysOn
        saleId={counter.sale.id}
        repeatable={counter.sale.lines.length > 0}
        pressing={status.tenders.length === 0}
      />
    </main>
  )
}

type WaysOnProps = {
  readonly saleId: string
  readonly repeatable: boolean
  /** Whether going on is what the screen asks for; money to give back comes first. */
  readonly pressing: boolean
}

export function WaysOn({ saleId, repeatable, pressing }: WaysOnProps) {
  const say = useText()
  const leaving = useCommand()
  const following = useView((view) => view.following)
  useFreeKeyboard()
  const next = () => void leaving.run(() => call('nextSale', { saleId }))
  const repeat = () => void leaving.run(() => call('repeatGoods', { saleId }))
  useHotkey('Enter', next)
  return (
    <div className={styles.ways}>
      <FailureNote failure={leaving.failure} />
      <PressButton
        tone={pressing ? 'main' : 'plain'}
        size="large"
        hotkey="Enter"
        onPress={next}
        pending={leaving.pending}
        testId="next-sale"
      >
        {following === null ? say('cancelled.next') : followingWords(say, following)}
      </PressButton>
      {repeatable ? (
        <PressButton size="large" onPress={repeat} pending={leaving.pending} testId="repeat-goods">
          {say('cancelled.repeat')}
        </PressButton>
      ) : null}
    </div>
  )
}
