import { useCallback } from 'react'
import { formatMoney, NO_MONEY } from '../../../../shared/money/money.ts'
import type { ParkedSale } from '../../../../shared/page/index.ts'
import { formatSaleNumber, shortNumber } from '../../../../shared/sale/sale.ts'
import {
  Empty,
  Item,
  ItemList,
  Note,
  PressButton,
  Toolbar,
  TwoStepButton,
  useHotkey,
} from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call, say, useAsked, useCommand, useView } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { agoWords, clockTime, useNow } from '../../parts/moment.ts'
import { PanelHead } from '../../parts/panel-head.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import styles from './parking.module.css'

const AGE_EVERY_MS = 10_000

type SetAsideProps = { readonly onClose: () => void }

/** The sales that can be resumed: parked carts, waiting charges, and carts that are not at the counter. */
export function SetAside({ onClose }: SetAsideProps) {
  const { value: sales, failure } = useAsked(useCallback(() => call('listParked'), []))
  useHotkey('F9', onClose)
  const own = sales?.filter(({ till }) => till === null) ?? []
  const ofShop = sales?.filter(({ till }) => till !== null) ?? []
  return (
    <section className={styles.aside} aria-label={say('parked.title')} data-testid="parked">
      <PanelHead title={say('parked.title')} onLeave={onClose} />
      <FailureNote failure={failure} />
      {sales?.length === 0 ? (
        <Empty icon="cart" title={say('parked.empty.title')} todo={say('parked.empty.todo')} />
      ) : (
        <>
          <Rows sales={own} focused onResumed={onClose} />
          {ofShop.length === 0 ? null : (
            <section className={styles.ofShop} data-testid="parked-of-shop">
              <h2>{say('parked.ofShop')}</h2>
              <Rows sales={ofShop} focused={own.length === 0} onResumed={onClose} />
            </section>
          )}
        </>
      )}
    </section>
  )
}

type RowsProps = {
  readonly sales: readonly ParkedSale[]
  /** Whether the first row takes the focus. */
  readonly focused: boolean
  readonly onResumed: () => void
}

const Rows = ({ sales, focused, onResumed }: RowsProps) => (
  <LongList rows={sales} list={ItemList}>
    {(sale, place) => <Row key={sale.id} sale={sale} first={focused && place === 0} onResumed={onResumed} />}
  </LongList>
)

type RowProps = {
  readonly sale: ParkedSale
  /** Whether this row takes the focus when the list opens. */
  readonly first: boolean
  readonly onResumed: () => void
}

function Row({ sale, first, onResumed }: RowProps) {
  const resuming = useCommand()
  const discarding = useCommand()
  // An open sale in this list is not at the counter: its charge was refused after it was set aside, or a restore added
  // it.
  const isCart = sale.state === 'parked' || sale.state === 'open'
  const now = useNow(AGE_EVERY_MS)
  const resume = async () => {
    const reply = await resuming.run(async () =>
      call(sale.till === null ? 'resumeSale' : 'takeCart', { saleId: sale.id }),
    )
    if (reply?.ok) onResumed()
  }
  return (
    <Item
      title={
        sale.label === '' ? say('word.saleNumbered', { number: formatSaleNumber(sale.sequence) }) : sale.label
      }
      words={
        <>
          <span>
            {[
              sale.till,
              sale.label === '' ? null : `№ ${formatSaleNumber(sale.sequence)}`,
              sale.till === null ? clockTime(sale.at) : agoWords(say, now - sale.at),
              say('cart.lines', { count: sale.lineCount }),
            ]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
          <span className={styles.goods}>{sale.goods}</span>
          {sale.state === 'parked' ? null : <StateBadge state={sale.state} />}
          {sale.heldBy === null ? null : <span>{say('parked.heldBy', { code: sale.heldBy })}</span>}
          {sale.movedTo === null ? null : (
            <span className={styles.warning}>
              {say('parked.atTwoTills', {
                till: sale.movedTo.till,
                number: shortNumber(sale.movedTo.number),
              })}
            </span>
          )}
          {sale.taken === NO_MONEY ? null : (
            <span data-testid="parked-taken">{say('parked.taken', { amount: formatMoney(sale.taken) })}</span>
          )}
        </>
      }
      amount={withSign(sale.total)}
      testId="parked-row"
    >
      <Toolbar>
        <PressButton
          tone="main"
          onPress={() => void resume()}
          pending={resuming.pending}
          autoFocus={first}
          testId="parked-resume"
        >
          {say(isCart ? 'parked.resume' : 'parked.show')}
        </PressButton>
        {isCart && sale.till === null && sale.taken === NO_MONEY ? (
          <TwoStepButton
            tone="subtle"
            sure={say('word.discardSure')}
            about={sale.total}
            onSure={() => void discarding.run(() => call('discardSale', { saleId: sale.id }))}
            pending={discarding.pending}
          >
            {say('word.discard')}
          </TwoStepButton>
        ) : null}
      </Toolbar>
      {resuming.failure?.name === 'SALE_NOT_OPEN' ? (
        <ParkFirst onParked={() => void resume()} />
      ) : (
        <FailureNote failure={resuming.failure ?? discarding.failure} />
      )}
    </Item>
  )
}

/** Resuming needs an empty counter: parks the current cart first, then resumes. */
function ParkFirst({ onParked }: { readonly onParked: () => void }) {
  const parking = useCommand()
  const saleId = useView(({ counter }) => counter?.sale.id ?? null)
  const park = async () => {
    if (saleId === null) return
    const reply = await parking.run(() => call('parkSale', { saleId, label: '' }))
    if (reply?.ok) onParked()
  }
  return (
    <>
      <Note tone="warn">{say('parked.refused')}</Note>
      <FailureNote failure={parking.failure} />
      <PressButton wide autoFocus onPress={() => void park()} pending={parking.pending}>
        {say('parked.park-first')}
      </PressButton>
    </>
  )
}
