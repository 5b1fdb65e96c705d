/** The sale at the counter while its QR is made, shown or cancelled, and the way back from there to its cart. */
import { createStore } from 'zustand/vanilla'
import type { Failure } from '../../../shared/failure.ts'
import type { SaleView } from '../../../shared/page/index.ts'
import { endsByCancelling, type SaleStatusName } from '../../../shared/sale/status.ts'
import { call } from './call.ts'
import { sound } from './sounds/index.ts'
import { announce, page } from './store.ts'
import { say } from './text.ts'

const BEING_PAID: ReadonlySet<SaleStatusName> = new Set([
  'invoicing',
  'awaiting-payment',
  'partly-paid',
  'cancelling',
])

/** Whether cancelling this charge leads back to its cart: no money came for it, and no tender is held. */
export const goesBackToCart = (counter: SaleView | null): boolean =>
  counter !== null &&
  (counter.status.name === 'invoicing' || counter.status.name === 'awaiting-payment') &&
  counter.status.tenders.length === 0 &&
  !endsByCancelling(counter.status)

export type Goods = { readonly code: string; readonly quantity: string | null }

type AtQr = {
  readonly saleId: string | null
  /** What was scanned while the QR of this sale was shown. */
  readonly kept: readonly Goods[]
  /** The cart comes back. Until it has what was scanned, nothing else charges it. */
  readonly goesBack: boolean
  /** The codes that were not added, until they are told. */
  readonly lost: readonly string[]
  /** Why there is no new QR, until it is told. */
  readonly failure: Failure | null
}

export const atQr = createStore<AtQr>(() => ({
  saleId: null,
  kept: [],
  goesBack: false,
  lost: [],
  failure: null,
}))

export function keepAtQr(goods: Goods): void {
  sound('refused')
  const saleId = page.getState().view?.counter?.sale.id ?? null
  atQr.setState(({ kept }) => ({ saleId, kept: [...kept, goods] }))
}

/** What was scanned is not sold with this sale: its codes are told. */
export const loseKept = (): void =>
  atQr.setState(({ kept, lost }) => ({ kept: [], lost: [...lost, ...kept.map(({ code }) => code)] }))

/** Cancels the QR to come back to its cart, which then gets what was scanned meanwhile. `charges`: makes a new QR. */
export async function backToCart(saleId: string, charges: boolean) {
  const reply = await call('cancelCharge', { saleId, back: true })
  if (reply.ok) void comeBack(saleId, charges)
  return reply
}

async function comeBack(saleId: string, charges: boolean): Promise<void> {
  atQr.setState({ goesBack: true })
  try {
    const { visit } = page.getState()
    const cartId = await cartAfter(saleId)
    if (cartId === null || page.getState().visit !== visit) return // another person is at the till
    announce(say('cancelled.back'))
    await addKept()
    if (!charges || atQr.getState().lost.length > 0) return
    const charged = await call('charge', { saleId: cartId })
    if (!charged.ok) atQr.setState({ failure: charged.error })
  } finally {
    atQr.setState({ goesBack: false })
  }
}

async function addKept(): Promise<void> {
  for (;;) {
    const [next, ...kept] = atQr.getState().kept
    if (next === undefined) return
    atQr.setState({ kept })
    const { code, quantity } = next
    const reply = await call('addProduct', quantity === null ? { code } : { code, quantity })
    if (!reply.ok) atQr.setState(({ lost }) => ({ lost: [...lost, code] }))
  }
}

/** The cart with the goods of this cancelled charge; null where it was paid meanwhile, or left. */
const cartAfter = (saleId: string): Promise<string | null> =>
  new Promise((resolve) => {
    const look = (): void => {
      const { view } = page.getState()
      const counter = view?.counter ?? null
      if (counter?.sale.id === saleId && isBeingPaid(view)) return
      end()
      // The rest of the cart comes where a person left this part of it.
      const isCart = counter?.status.name === 'open' && counter.sale.continues !== saleId
      resolve(isCart ? counter.sale.id : null)
    }
    const end = page.subscribe(look)
    look()
  })

export function isBeingPaid(view: ReturnType<typeof page.getState>['view']): boolean {
  const status = view?.counter?.status.name
  return status !== undefined && BEING_PAID.has(status)
}
