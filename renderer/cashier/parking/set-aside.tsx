import { useCallback } from 'react'
import type { ParkedSale } from '../../../shared/ipc/index.ts'
import { formatSaleNumber } from '../../../shared/sale.ts'
import { Empty, PressButton, TwoStepButton, useHotkey } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { withSign } from '../figures.ts'
import { clockTime } from '../moment.ts'
import { StateBadge } from '../state-badge.tsx'
import { knownKey, useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import { useAsked } from '../use-asked.ts'
import styles from './parking.module.css'

type SetAsideProps = { readonly onClose: () => void }

/** Parked carts, and charges that wait for their payer while others are served. */
export function SetAside({ onClose }: SetAsideProps) {
  const say = useText()
  const { value: sales, failure } = useAsked(useCallback(() => call('listParked'), []))
  useHotkey('Escape', onClose)
  return (
    <section className={styles.aside} aria-label={say('parked.title')} data-testid="parked">
      <header className={styles.header}>
        <h1>{say('parked.title')}</h1>
        <PressButton tone="quiet" hotkey="Esc" onPress={onClose} testId="parked-close">
          {say('cash.back')}
        </PressButton>
      </header>
      <FailureNote failure={failure} />
      {sales?.length === 0 ? (
        <Empty icon="cart" title={say('parked.empty.title')} todo={say('parked.empty.todo')} />
      ) : (
        <ul className={styles.rows}>
          {sales?.map((sale) => (
            <Row key={sale.id} sale={sale} onResumed={onClose} />
          ))}
        </ul>
      )}
    </section>
  )
}

type RowProps = { readonly sale: ParkedSale; readonly onResumed: () => void }

function Row({ sale, onResumed }: RowProps) {
  const say = useText()
  const resuming = useAct()
  const discarding = useAct()
  const resume = async () => {
    const reply = await resuming.run(() => call('resumeSale', { saleId: sale.id }))
    if (reply?.ok) onResumed()
  }
  const refused = resuming.failure?.name === 'SALE_NOT_OPEN'
  return (
    <li className={styles.row} data-testid="parked-row">
      <div className={styles.rowWords}>
        <b>
          {sale.label === '' ? say('cart.sale', { number: formatSaleNumber(sale.sequence) }) : sale.label}
        </b>
        <span>
          {`№ ${formatSaleNumber(sale.sequence)} · ${clockTime(sale.at)} · ${say('cart.lines', { count: sale.lineCount })}`}
        </span>
        <span className={styles.goods}>{sale.goods}</span>
        {sale.state === 'parked' ? null : <StateBadge state={sale.state} />}
      </div>
      <b className={styles.total}>{withSign(sale.total)}</b>
      <div className={styles.tools}>
        <PressButton
          tone="main"
          onPress={() => void resume()}
          pending={resuming.pending}
          testId="parked-resume"
        >
          {say(knownKey(sale.state === 'parked' ? 'parked.resume' : 'parked.show', 'parked.resume'))}
        </PressButton>
        {sale.state === 'parked' ? (
          <TwoStepButton
            tone="quiet"
            sure={say('parked.discard.sure')}
            onSure={() => void discarding.run(() => call('discardSale', { saleId: sale.id }))}
            pending={discarding.pending}
            testId="parked-discard"
          >
            {say('parked.discard')}
          </TwoStepButton>
        ) : null}
      </div>
      <FailureNote
        failure={resuming.failure ?? discarding.failure}
        {...(refused ? { todo: say('parked.refused.todo') } : {})}
      />
    </li>
  )
}
