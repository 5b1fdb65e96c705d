import { useEffect } from 'react'
import { formatMoney } from '../../../../shared/money/money.ts'
import type { Arrival, PageView } from '../../../../shared/page/index.ts'
import { formatSaleNumber } from '../../../../shared/sale/sale.ts'
import { Note, PressButton, Toolbar } from '../../../kit/index.ts'
import { isBeingPaid } from '../../page/being-paid.ts'
import { call, openSale, say, showRoom, useAnnounced, usePage, useView } from '../../page/index.ts'
import { sound } from '../../page/sounds/index.ts'
import { page, shownIn } from '../../page/store.ts'
import styles from './arrivals.module.css'

const see = (number: number): void => void call('acknowledgeArrival', { number })

/**
 * Shows a message on every screen for each payment of a sale that is not shown, one at a time, until it is dismissed.
 */
export function Arrivals() {
  const room = usePage((page) => page.room)
  const sale = useView(({ counter }) => counter?.sale ?? null)
  const beingPaid = usePage(({ view }) => isBeingPaid(view))
  const arrivals = useView((view) => view.arrivals)
  // The next QR of a cart tells that the one before it is paid.
  const isInSight = ({ saleId, kind }: Arrival) =>
    room === 'till' && (saleId === sale?.id || (kind === 'paid' && beingPaid && saleId === sale?.continues))
  const arrival = arrivals.find((one) => !isInSight(one)) ?? null
  // A payment that was shown on screen needs no message once the next sale is at the counter.
  const shown = arrivals.find(isInSight)?.number
  const words =
    arrival === null
      ? null
      : say(`arrival.${arrival.kind}`, {
          number: formatSaleNumber(arrival.sequence),
          amount: formatMoney(arrival.amount),
        })
  useAnnounced(words)
  useEffect(() => {
    if (shown !== undefined) see(shown)
  }, [shown])
  if (arrival === null) return null
  const done = () => see(arrival.number)
  const open = () => {
    done()
    if (arrival.kind === 'late') showRoom('attention')
    else openSale(arrival.saleId)
  }
  return (
    <div className={styles.place}>
      <Note tone={arrival.kind === 'late' ? 'warn' : 'good'} testId="arrival">
        <span>{words}</span>
        <Toolbar>
          <PressButton size="small" onPress={open} testId="arrival-open">
            {say(arrival.kind === 'late' ? 'arrival.decide' : 'word.openSale')}
          </PressButton>
          <PressButton size="small" tone="subtle" onPress={done} testId="arrival-seen">
            {say('arrival.seen')}
          </PressButton>
        </Toolbar>
      </Note>
    </div>
  )
}

/** Plays a sound for each new payment message in any room and on the lock screen. The sale at the counter has its own sound. */
export function soundArrivals(): void {
  page.subscribe((after, before) => {
    const [view, earlier] = [shownIn(after), shownIn(before)]
    if (view === null || earlier === null || view === earlier) return
    const had = earlier.arrivals.at(-1)?.number ?? 0
    const heard = heardIn(view).findLast(({ number }) => number > had)
    if (heard) sound(heard.kind)
  })
}

type Heard = Pick<Arrival, 'number' | 'kind'>

const heardIn = (view: PageView): readonly Heard[] =>
  view.locked
    ? view.arrivals
    : view.arrivals.filter(({ kind, saleId }) => kind === 'late' || saleId !== view.counter?.sale.id)
