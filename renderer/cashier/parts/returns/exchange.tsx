import { useCallback, useRef } from 'react'
import { useStore } from 'zustand'
import { handedIn } from '../../../../shared/money/cash-rounding.ts'
import { cashDue } from '../../../../shared/sale/return.ts'
import { formatSaleNumber } from '../../../../shared/sale/sale.ts'
import { Note, PressButton } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { announce, call, say, showRoom, useAsked, useCommand } from '../../page/index.ts'
import { createRoomStore } from '../../page/visit.ts'
import { FailureNote } from '../failure-note.tsx'
import styles from './returns.module.css'

type Going = { readonly saleId: string; readonly returnId: string }

/** The return whose money pays for the cart. Only the page knows it: after a reload it is chosen again at the return. */
const exchange = createRoomStore<{ readonly going: Going | null }>({ going: null })

/** Goes to the till, where the new goods are rung up. */
export function exchangeAtTill(going: Going): void {
  exchange.setState({ going })
  showRoom('till')
}

type ExchangeStripProps = {
  /** The sale at the counter; null without one that can be paid. */
  readonly intoSaleId: string | null
}

/** Beside the cart: the amount of the goods that came back, and the button that pays with it. */
export function ExchangeStrip({ intoSaleId }: ExchangeStripProps) {
  const going = useStore(exchange, (state) => state.going)
  return going === null ? null : <Strip key={going.returnId} {...going} intoSaleId={intoSaleId} />
}

function Strip({ saleId, returnId, intoSaleId }: Going & ExchangeStripProps) {
  const paying = useCommand()
  const idempotencyKey = useRef(crypto.randomUUID())
  const { value } = useAsked(useCallback(() => call('getSale', { saleId }), [saleId]))
  const leave = () => exchange.setState({ going: null })
  if (value === null) return null
  const { sale } = value.view
  const one = sale.returns.find(({ id }) => id === returnId)
  if (one === undefined || one.state !== 'open') return null
  const due = cashDue(one)
  const amount = withSign(handedIn(due))
  const number = formatSaleNumber(sale.sequence)
  const pay = async (into: string) => {
    const request = { saleId, returnId, intoSaleId: into }
    const reply = await paying.run(() => call('exchangeGoods', request, idempotencyKey.current))
    if (reply === null) return
    if (!reply.ok) {
      idempotencyKey.current = crypto.randomUUID()
      return
    }
    announce(say('exchange.done', { amount }))
    leave()
  }
  return (
    <section className={styles.exchange} aria-label={say('exchange.title')} data-testid="exchange">
      <Note tone={due.length > 0 ? 'good' : 'plain'}>
        {due.length > 0 ? say('exchange.ready', { number, amount }) : say('exchange.waiting', { number })}
      </Note>
      <FailureNote failure={paying.failure} />
      <div className={styles.exchangeTools}>
        <PressButton tone="subtle" size="small" onPress={leave}>
          {say('exchange.leave')}
        </PressButton>
        <PressButton
          tone="main"
          size="small"
          onPress={() => intoSaleId !== null && void pay(intoSaleId)}
          pending={paying.pending}
          disabled={due.length === 0 || intoSaleId === null}
          testId="exchange-pay"
        >
          {say('exchange.pay', { amount })}
        </PressButton>
      </div>
    </section>
  )
}
