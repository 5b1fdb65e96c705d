/**
 * Parked carts that any till of the shop continues (docs/many-tills.md#carts-at-another-till). The claim is on the id of
 * the sale at the till that parked it.
 *
 *     open, with the cart ── another till claims it ──▶ held ── opens its sale ──▶ open, with who continues it
 *       ▲        │ resumed here                          │ it stopped before          │ the first till learns it
 *       └─parked─┴─▶ held ── sold, discarded ──▶ done    └──────▶ open again          └──▶ done
 *
 * The till that parked a cart resumes it at once, also without the line. If another till was faster, the sale says so.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { refuse } from '../../../shared/failure.ts'
import type { ParkedSale } from '../../../shared/page/index.ts'
import type { MovedTo, Sale, SaleEvent } from '../../../shared/sale/sale.ts'
import {
  cartInClaim,
  fitsInClaim,
  isBareCart,
  isShared,
  movedEvents,
  perhapsAtTwoTills,
  type SharedCart,
  sharedCart,
} from '../../../shared/sale/shared-cart.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import { answersIn, cartRow, restOf } from '../../sale/index.ts'
import type { SaleStore } from '../../sale/run/index.ts'
import { type ProjectionReaders, term } from '../../storage/projections/index.ts'
import { type Claim, type ShopDatabase, ShopDatabaseError } from '../server/index.ts'
import { asker, beginnings, claimed, isHeldHere } from './claiming.ts'
import { createFirstTime } from './first-time.ts'
import type { LinkTask, ShopLink } from './link.ts'

export type ShopCarts = {
  readonly task: LinkTask
  /** The parked carts of other tills, as the shop database told them last. Empty without a connection. */
  readonly list: () => readonly ParkedSale[]
  /** Claims the cart of a sale of another till. Call what it returns when its sale was opened here, or that failed. */
  readonly hold: (saleId: string) => Promise<() => void>
  /** The cart that is claimed. */
  readonly held: (saleId: string) => SharedCart
  /** The number of the sale at the till that parked it; null where the list does not have it. */
  readonly numberOf: (saleId: string) => string | null
  /**
   * Takes this till's carts back before it leaves the shop. Carts that other tills may still resume go to the attention
   * list; without a connection these are all carts that the other tills may see.
   */
  readonly takeBack: () => Promise<void>
  readonly onChange: Signal['listen']
}

export type ShopCartsParts = {
  readonly link: Pick<ShopLink, 'ask' | 'member' | 'state'>
  readonly journal: Pick<ProjectionReaders, 'sales' | 'search' | 'unfinished' | 'counter' | 'streams'>
  readonly store: SaleStore
  /** The position of the last event that the server is known to have. */
  readonly lastSent: () => number
  /** The latest time at which the server may have answered last. */
  readonly heardBy: () => number
  readonly onCommit: Signal['listen']
  readonly clock: Clock
  readonly log: Log
}

const EVERY_MS = 5_000
/** Events in one slice of the journal. */
const SLICE = 500
/** The first of these events after a moment tells whether the cart was parked at that moment. */
const PARKING: readonly string[] = ['opened', 'parked', 'resumed'] satisfies SaleEvent['kind'][]
/** How far back the till asks, after a restart, about carts that it took from other tills. */
const ASKED_AGAIN_MS = 30 * 86_400_000
/** Sales that continue carts of other tills. */
const MOVED_HERE = {
  ...{ groups: [[term.movedHere]], to: null, least: null, most: null, before: null },
  limit: 200,
}

export function createShopCarts(parts: ShopCartsParts): ShopCarts {
  const { journal, store, clock, log } = parts
  const [work, changes] = [createSignal(), createSignal()]
  const ask = asker(parts.link)
  /** This map and the next two are keyed by the sale's id at the till that parked the cart. */
  const beginning = beginnings(ask, work.emit)
  const held = new Map<string, SharedCart>()
  const numbers = new Map<string, string>()
  let others: readonly ParkedSale[] = []
  /** Carts of other tills that were resumed here, as the server knows. Another epoch of the server may not know it. */
  const confirmed = new Set<string>()
  let confirmedIn: string | null = null
  const isFirstTime = createFirstTime()
  const failing = new Set<string>()
  /** The sales that this process has offered to the other tills, and has not taken back. */
  const offered = new Set<string>()
  /** The last event from before this process began. It does not know which carts were offered until then. */
  const begunAt = journal.streams.last('event')
  /** Set from `takeBack` until the next session: in between, the task must not offer the carts again. */
  let isLeaving = false
  let setAside = journal.unfinished.setAsideCount()
  parts.onCommit(() => {
    if (parts.link.state().state === 'off') return
    const now = journal.unfinished.setAsideCount()
    if (now !== setAside) work.emit()
    setAside = now
  })

  const myCode = (): string => parts.link.member()?.code ?? ''

  /** The sale of this till with that id. A guest sale has another id here than at the till that made it. */
  const ownSale = (id: string): Sale | null => journal.sales.byId(id)

  function learn(sale: Sale, movedTo: MovedTo): void {
    const wasSplit = () =>
      journal.sales
        .events(sale.id)
        .some(
          ({ at, event }) =>
            at > movedTo.parkedAt && event.kind === 'cart-replaced' && event.rest !== undefined,
        )
    const events = movedEvents(sale, movedTo, { now: clock.now(), wasSplit })
    if (events.length > 0) store.append(sale.id, events)
  }

  /** The cart as other tills can resume it; null if it stays here, for example while the other part of a split cart waits. */
  function offerOf(sale: Sale, setAside: () => readonly Sale[]): SharedCart | null {
    if (!isShared(sale) || restOf(setAside(), sale) !== null) return null
    const cart = sharedCart(sale, myCode(), answersIn(sale, journal.sales.events(sale.id)))
    return fitsInClaim(cart) ? cart : null
  }

  /** Does the work for one cart. If the server refuses it or the program fails, that is logged, and the other carts go on. */
  async function apart(saleId: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      failing.delete(saleId)
    } catch (error) {
      if (error instanceof ShopDatabaseError && error.failure !== 'refused') throw error
      if (!failing.has(saleId)) log.error('a parked cart cannot be shared', { sale: saleId, error })
      failing.add(saleId)
    }
  }

  const continuedBy = ({ senderInvoiceNo: number, movedFrom }: Sale): MovedTo => ({
    till: myCode(),
    number,
    parkedAt: movedFrom?.parkedAt ?? 0,
  })

  /** Settles the claim if this till has it or gets it. */
  async function settle(database: ShopDatabase, claim: Claim, state: 'open' | 'done', body: object) {
    const won = claim.state === 'open' ? await database.claim('cart', claim.key, claim.fence) : claim
    if (won !== null && isHeldHere(won)) await database.settle(won, state, body)
  }

  function told(claim: Claim): ReturnType<typeof cartInClaim> {
    const { key } = claim
    const found = cartInClaim(claim)
    if (!found.isRead && isFirstTime(key)) log.warn('a parked cart cannot be read', { sale: key })
    return found
  }

  /** Updates the server's claim on a cart that this till parked. */
  async function lookAtOwn(database: ShopDatabase, claim: Claim, sale: Sale): Promise<void> {
    const { cart, movedTo, isRead } = told(claim)
    if (isHeldHere(claim)) offered.delete(sale.id)
    if (!isRead) return
    if (movedTo !== null) {
      learn(sale, movedTo)
      return settle(database, claim, 'done', { movedTo })
    }
    // A server that was restored from an older dump offers it again.
    if (sale.movedTo !== undefined) return settle(database, claim, 'done', { movedTo: sale.movedTo })
    if (!isBareCart(sale)) return settle(database, claim, 'done', {})
    if (isShared(sale) && cart?.parkedAt === sale.parked.at && !isHeldHere(claim)) return // as it was
    const shared = offerOf(sale, journal.unfinished.setAside)
    if (shared !== null) {
      offered.add(sale.id)
      await settle(database, claim, 'open', shared)
    } else if (claim.state === 'open') {
      // The cart stays here, for example at the counter. This till takes the claim, so that no other till can.
      await database.claim('cart', claim.key, claim.fence)
    }
  }

  /** Updates the server's claim on a cart that this till took from another till. */
  async function lookAtCopy(database: ShopDatabase, claim: Claim, sale: Sale): Promise<void> {
    const { movedTo, isRead } = told(claim)
    if (isRead && movedTo === null) return settle(database, claim, 'open', { movedTo: continuedBy(sale) })
    // This till was silent for long after its claim, and another one took the cart over.
    if (movedTo !== null && movedTo.number !== sale.senderInvoiceNo) learn(sale, movedTo)
    if (isHeldHere(claim)) await settle(database, claim, 'open', claim.body)
  }

  async function look(database: ShopDatabase, claim: Claim): Promise<void> {
    if (beginning.has(claim.key)) return
    const own = ownSale(claim.key)
    if (own !== null) return lookAtOwn(database, claim, own)
    const copy = journal.sales.movedFrom(claim.key)
    if (copy !== null) return lookAtCopy(database, claim, copy)
    // This till stopped after its claim and before its sale.
    if (isHeldHere(claim)) await settle(database, claim, 'open', claim.body)
  }

  /** Looks at one claim by its key. The list has no claims that are done, and a restored server may have lost it. */
  async function lookUp(database: ShopDatabase, saleId: string): Promise<void> {
    const copy = journal.sales.movedFrom(saleId)
    const had = await database.claim('cart', saleId, 0)
    const claim = had ?? (copy && (await database.offer(saleId, { movedTo: continuedBy(copy) })))
    if (claim !== null) await look(database, claim)
    if (claim === null || claim.state === 'done' || told(claim).movedTo !== null) confirmed.add(saleId)
  }

  /** Carts that are at the counter here, and may have moved meanwhile: this till was restored from a backup. */
  function resumedHere(): readonly string[] {
    const counterId = journal.counter.saleId()
    const atCounter = counterId === null ? null : journal.sales.byId(counterId)
    return [...journal.unfinished.setAside(), ...(atCounter ? [atCounter] : [])]
      .filter((sale) => isBareCart(sale) && sale.parked === null)
      .map(({ id }) => id)
  }

  /** Carts that moved here. Another till may have taken one over, if this one was without the line for long. */
  const movedHere = (): readonly string[] =>
    journal.search
      .find({ ...MOVED_HERE, from: clock.now() - ASKED_AGAIN_MS })
      .rows.flatMap(({ id }) => journal.sales.byId(id)?.movedFrom?.saleId ?? [])

  /** Sends the server the parked carts that it does not list yet. */
  async function offerOwn(database: ShopDatabase, claims: readonly Claim[], done: Set<string>) {
    const known = new Set(claims.map(({ key }) => key))
    const setAside = journal.unfinished.setAside()
    for (const sale of setAside) {
      if (known.has(sale.id) || done.has(sale.id)) continue
      await apart(sale.id, async () => {
        const cart = offerOf(sale, () => setAside)
        if (cart !== null) offered.add(sale.id)
        const claim = cart && (await database.offer(sale.id, cart))
        if (claim?.state !== 'done') return
        // It was over before this till was restored from a backup.
        done.add(sale.id)
        await look(database, claim)
      })
    }
  }

  /** The carts of other tills. One that its own till holds is at the counter there. */
  function rowsOf(claims: readonly Claim[]): readonly ParkedSale[] {
    return claims.flatMap((claim) => {
      const { key, state, holder, isMine } = claim
      const { cart } = told(claim)
      if (cart === null || (state === 'held' && (isMine || holder === cart.till))) return []
      if (ownSale(key) !== null || journal.sales.movedFrom(key) !== null) return []
      numbers.set(key, cart.senderInvoiceNo)
      return [cartRow(key, cart, state === 'held' ? holder : null)]
    })
  }

  function show(rows: readonly ParkedSale[]): void {
    if (JSON.stringify(rows) === JSON.stringify(others)) return
    others = rows
    changes.emit()
  }

  async function take(database: ShopDatabase, saleId: string): Promise<void> {
    if (journal.sales.movedFrom(saleId) !== null || ownSale(saleId) !== null) refuse('CART_GONE')
    const isAtCounter = ({ state, holder }: Claim, { till }: SharedCart) =>
      state === 'held' && holder === till
    const claim = await claimed(
      (seen) => database.claim('cart', saleId, seen),
      (one) => {
        const { cart } = told(one)
        return cart !== null && !isAtCounter(one, cart)
      },
    )
    const { cart } = claim === null ? cartInClaim({ key: saleId, body: {} }) : told(claim)
    if (claim !== null && cart !== null && isHeldHere(claim)) {
      held.set(saleId, cart)
      numbers.set(saleId, cart.senderInvoiceNo)
      return
    }
    show(others.filter(({ id }) => id !== saleId))
    refuse('CART_GONE')
  }

  /** Takes the carts of this till back. Returns the sales whose cart another till may still resume. */
  async function takeBack(database: ShopDatabase): Promise<readonly Sale[]> {
    const claims = await database.claims('cart')
    const left = new Map<string, Sale>()
    for (const claim of claims) {
      const sale = ownSale(claim.key) ?? journal.sales.movedFrom(claim.key)
      const isKnown = sale !== null && told(claim).movedTo?.number === sale.senderInvoiceNo
      if (sale !== null && !isKnown) left.set(claim.key, sale)
    }
    try {
      for (const claim of claims)
        await apart(claim.key, async () => {
          const own = ownSale(claim.key)
          if (own === null) await look(database, claim)
          if (own === null || (await takeOneBack(database, claim.key, own))) left.delete(claim.key)
        })
    } catch (error) {
      log.warn('the till left the shop without all of its parked carts', { count: left.size, error })
    }
    return [...left.values()]
  }

  /** Takes a cart back. True if no other till can resume it any more, or if this till knows which one did. */
  async function takeOneBack(database: ShopDatabase, key: string, own: Sale): Promise<boolean> {
    const claim = await claimed(
      (seen) => database.claim('cart', key, seen),
      (one) => told(one).isRead,
    )
    if (claim === null) return true
    const { isRead, ...said } = told(claim)
    const movedTo = said.movedTo ?? own.movedTo ?? null
    if (movedTo !== null) learn(own, movedTo)
    if (claim.state === 'done') return true
    if (!isHeldHere(claim) || !isRead) return false
    // An open claim without a cart: this till can offer the cart again after it has rejoined.
    if (movedTo !== null) await database.settle(claim, 'done', { movedTo })
    else await database.settle(claim, isBareCart(own) ? 'open' : 'done', {})
    return true
  }

  /**
   * The sales that another till may have too. Without the server this till knows of: sales that it offered, or may have offered
   * before it was restarted; sales that were parked when the server last acknowledged an event; and carts of other tills that
   * were resumed here since then.
   */
  async function perhapsElsewhere(): Promise<readonly Sale[]> {
    const since = new Map<string, string>()
    const maybe = new Set(offered)
    for (let first = parts.lastSent() + 1; ; first += SLICE) {
      const events = journal.streams.from('event', first, SLICE)
      for (const [index, { subject, kind, at }] of events.entries()) {
        if (PARKING.includes(kind) && !since.has(subject)) since.set(subject, kind)
        if (kind === 'parked' && first + index <= begunAt && at <= parts.heardBy()) maybe.add(subject)
      }
      if (events.length < SLICE) break
      await nextTurn()
    }
    const setAside = journal.unfinished.setAside()
    const changed = [...since].flatMap(([id, kind]) => {
      const sale = journal.sales.byId(id)
      const wasShared = kind === 'opened' ? sale?.movedFrom !== undefined : kind === 'resumed'
      return sale !== null && (wasShared || maybe.has(id)) ? [sale] : []
    })
    return [...setAside.filter((sale) => !since.has(sale.id) && offerOf(sale, () => setAside)), ...changed]
  }

  return {
    task: {
      name: 'carts',
      everyMs: EVERY_MS,
      followsShop: true,
      onWork: work.listen,
      begin: ({ database, greeting, ended }) => {
        if (confirmedIn !== greeting.epoch) confirmed.clear()
        confirmedIn = greeting.epoch
        isLeaving = false
        let again: ReadonlySet<string> | null = null
        const done = new Set<string>()
        return () =>
          beginning.runExclusive(async () => {
            if (isLeaving) return
            again ??= new Set([...resumedHere(), ...movedHere().filter((id) => !confirmed.has(id))])
            for (const saleId of again)
              if (!ended.aborted) await apart(saleId, () => lookUp(database, saleId))
            again = new Set([...again].filter((id) => !confirmed.has(id) && ownSale(id) === null))
            const claims = await database.claims('cart')
            if (ended.aborted) return
            show(rowsOf(claims))
            for (const claim of claims) {
              if (ended.aborted) return
              await apart(claim.key, () => look(database, claim))
            }
            if (!ended.aborted) await offerOwn(database, claims, done)
          })
      },
    },
    list: () => (parts.link.state().state === 'connected' ? others : []),
    hold: async (saleId) => {
      const end = await beginning.begin(saleId, () => ask((database) => take(database, saleId)))
      return () => {
        held.delete(saleId)
        if (journal.sales.movedFrom(saleId)) show(others.filter(({ id }) => id !== saleId))
        end()
      }
    },
    held: (saleId) => held.get(saleId) ?? refuse('CART_GONE'),
    numberOf: (saleId) => numbers.get(saleId) ?? null,
    takeBack: async () => {
      if (parts.link.member() === null) return
      isLeaving = true
      const left = await beginning.runExclusive(() => ask(takeBack)).catch(perhapsElsewhere)
      for (const { id } of left) {
        const sale = journal.sales.byId(id)
        if (sale === null || sale.endedAt !== null || sale.movedTo !== undefined) continue
        const events = perhapsAtTwoTills(sale)
        if (events.length > 0) store.append(id, events)
      }
      show([])
    },
    onChange: changes.listen,
  }
}
