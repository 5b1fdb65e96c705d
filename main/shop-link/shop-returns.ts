/**
 * Returns of one sale at several tills (docs/many-tills.md#returns-at-another-till). Whoever takes back goods holds the
 * claim on the sale's number from before the return until all that follows from it is done:
 *
 *     claim ── learn what other tills did ── return, refunds, e-receipts ── settle with what the others must know
 *                                                                               │
 *                              the till that made the sale learns it ◀──────────┘
 *
 * So a return waits for the shop database. So do a manager's decision about money that went back elsewhere, and resuming
 * another till's cart (shop-carts.ts); no other command does.
 */
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CommandRefused } from '../../shared/failure.ts'
import { openReturn } from '../../shared/return.ts'
import type { Sale } from '../../shared/sale.ts'
import { isAwaited } from '../../shared/sale-status.ts'
import type { Log } from '../environment.ts'
import { type ClaimedReturnWriter, type ProjectionReaders, term } from '../projections/index.ts'
import {
  areReturnsOver,
  asGuest,
  guestEvents,
  refuse,
  type SaleStore,
  saleInRow,
  saleNamed,
  saleNumberOf,
  type ToldReturns,
  toldEvents,
  toldOf,
  toldReturnsSchema,
  withoutReturns,
  withTold,
} from '../sales/index.ts'
import type { Claim, ShopDatabase } from '../shop-database/index.ts'
import { createSignal, type Signal } from '../signal.ts'
import { asker, beginnings, claimed, isHeldHere } from './claiming.ts'
import type { LinkTask, ShopLink } from './link.ts'
import { type SetBackParts, sentBefore } from './set-back.ts'

export type ShopReturns = {
  readonly task: LinkTask
  /** Brings a sale of the shop into this journal as it is now. Returns its id here. */
  readonly bring: (number: string) => Promise<string>
  /** Takes the sale's claim before a command that needs it. Call what it returns when the command has ended. */
  readonly hold: (saleId: string) => Promise<() => void>
}

export type ShopReturnsParts = {
  readonly link: () => Pick<ShopLink, 'ask' | 'member' | 'state'>
  readonly journal: Pick<ProjectionReaders, 'search' | 'unfinished' | 'claimedReturns'> &
    SetBackParts['journal'] & { readonly claimedReturns: ClaimedReturnWriter }
  readonly ownEvents: SetBackParts['ownEvents']
  readonly store: SaleStore
  readonly onCommit: Signal['listen']
  /** Until when a refund of another till is monitored. */
  readonly monitorUntil: () => number
  readonly log: Log
}

const EVERY_MS = 5_000
/** Sales of which goods came back, page by page. */
const RETURNED = {
  ...{ groups: [[term.standing('returned')]], from: null, to: null, least: null, most: null },
  limit: 100,
}

export function createShopReturns(parts: ShopReturnsParts): ShopReturns {
  const { journal, store, log } = parts
  const work = createSignal()
  const ask = asker(parts.link, 'RETURN_NEEDS_SHOP')
  const before = sentBefore(parts)
  /** Keyed by the number of the sale. */
  const beginning = beginnings(ask, work.emit)
  let holds = 0
  /** Claims that wait, each with its reason, which is logged once. */
  const waiting = new Set<string>()
  /** The epoch of the server that has the claim on every sale of which goods came back here. */
  let toldIn: string | null = null
  parts.onCommit(() => {
    if (holds > 0) work.emit()
  })

  /** Stores before it asks that this journal's till may have the claim. */
  async function claim(database: ShopDatabase, number: string, seen: number): Promise<Claim | null> {
    journal.claimedReturns.add(number)
    return database.claim('return', number, seen)
  }

  /** Takes the claim. Refuses while a till that is not retired holds it. */
  async function heldHere(database: ShopDatabase, number: string): Promise<Claim> {
    journal.claimedReturns.add(number)
    const found = await claimed(database, 'return', number)
    if (found !== null && isHeldHere(found)) return found
    throw new CommandRefused('RETURN_HELD', found?.holder ?? '?')
  }

  /** Whether this journal asked for the claim, or has a return that this till made. */
  const knowsOf = (number: string, sale: Sale | null): boolean => {
    const me = parts.link().member()?.code
    const isOwn = sale?.returns.some(({ till }) => (till ?? sale.origin ?? me) === me) ?? false
    return isOwn || journal.claimedReturns.all().has(number)
  }

  /** Lets the sale of this journal know what the others did. The sale may have changed while they were asked. */
  function learn(saleId: string, told: readonly ToldReturns[], base: Sale | null): void {
    const sale = saleNamed(journal.sales, saleId)
    const known = [...told, sale].reduce<ToldReturns>(withTold, base ?? sale)
    if (known === sale) return
    const news = sale.origin ? asGuest(known, sale.papers) : known
    const events = toldEvents(sale, news, parts.monitorUntil())
    if (events.length > 0) store.append(saleId, events)
  }

  async function hold(saleId: string): Promise<void> {
    const sale = saleNamed(journal.sales, saleId)
    const number = sale.senderInvoiceNo
    await ask(async (database) => {
      const sent = await before(database, saleId)
      const held = await heldHere(database, number)
      const row = sale.origin ? await database.sale(number) : null
      const told = [...sent, ...ofClaim(held), ...(await ofTills(database, number)).map(asSale)]
      const base = row && saleInRow(row.body)
      if (base?.ereceipts.some(isAwaited)) refuse('RETURN_TOO_SOON')
      const strangers = openElsewhere(sale, told.concat(base ?? []))
      if (strangers.length > 0) await refuseUnlessGone(database, sale, strangers)
      learn(saleId, told, base)
    })
  }

  async function bring(typed: string): Promise<string> {
    const number = saleNumberOf(typed.trim().toUpperCase())
    const had = journal.sales.byNumber(number)
    if (had && !had.origin) return had.id
    return ask(async (database) => {
      const row = await database.sale(number)
      const me = parts.link().member()?.code
      if (row === null) return refuse('SHOP_SALE_UNKNOWN')
      // This till made it, and its journal lacks it after a restore.
      if (row.till === me) return refuse('SHOP_SALE_OWN')
      const sale = saleInRow(row.body)
      if (sale.soldAt === null) return refuse('SALE_NOT_SOLD')
      if (sale.ereceipts.some(isAwaited)) return refuse('RETURN_TOO_SOON')
      const all = await ofTills(database, sale.senderInvoiceNo)
      const guestId = had?.id ?? all.find(({ till }) => till === me)?.sale.id
      const sent = guestId === undefined ? [] : await before(database, guestId)
      const [base, ...told] = [sale, ...all.map(asSale), ...sent].map((one) =>
        withoutReturns(one, openElsewhere(had, [one])),
      )
      const here = journal.sales.byNumber(sale.senderInvoiceNo)
      if (here) {
        learn(here.id, told, base as Sale)
        return here.id
      }
      const id = randomUUID()
      store.append(id, guestEvents(told.reduce<Sale>(withTold, base as Sale), row.till))
      return id
    })
  }

  /**
   * Gives the claim back. First this journal learns what the claim told: the answer that it was taken may have been lost,
   * or a refusal came before. What a later version told stays as it is, for who can read it.
   */
  async function settle(database: ShopDatabase, claim: Claim, sent: readonly ToldReturns[]): Promise<void> {
    const told = ofBody(claim.body)
    const isRead = told.length > 0 || tellsNothing(claim)
    const had = journal.sales.byNumber(claim.key)
    if (had) learn(had.id, [...sent, ...told], null)
    const sale = had && isRead ? saleNamed(journal.sales, had.id) : null
    if (sale !== null && !areReturnsOver(sale)) return
    const body = sale ? toldOf(sale) : claim.body
    const isToldOn = sale === null || sale.origin !== undefined
    const isOpen = !isRead || (isToldOn && ofBody(body).some(({ returns }) => returns.length > 0))
    await database.settle(claim, isOpen ? 'open' : 'done', body)
    journal.claimedReturns.remove(claim.key)
  }

  /**
   * One claim of the list: gives back what is over here, or learns what another till did with a sale of this one. A claim
   * of which this journal knows nothing stays: the journal was set back, and the goods may have come back since. It ends
   * with the next return of the sale here.
   */
  async function look(database: ShopDatabase, found: Claim): Promise<void> {
    const sale = journal.sales.byNumber(found.key)
    if (beginning.has(found.key)) return
    if (isHeldHere(found)) {
      if (sale !== null && !areReturnsOver(sale)) holds += 1
      else if (!knowsOf(found.key, sale)) refuse('SHOP_SALE_OWN')
      else await settle(database, found, sale ? await before(database, sale.id) : [])
    } else if (found.state === 'open' && sale !== null && !sale.origin) {
      if (ofBody(found.body).length === 0) return refuse('SHOP_DATABASE_UNREADABLE')
      const sent = await before(database, sale.id)
      const won = await claim(database, found.key, found.fence)
      if (won !== null && isHeldHere(won)) await settle(database, won, sent)
    }
  }

  /** A claim that cannot be read, or whose sale lacks records here, stays as it is. The others go on. */
  async function lookUnlessRefused(database: ShopDatabase, claim: Claim): Promise<void> {
    try {
      await look(database, claim)
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error
      const failure = error.failure.name
      const sale = journal.sales.byNumber(claim.key)?.id ?? null
      if (!waiting.has(`${failure} ${claim.key}`)) log.warn('the claim of a return waits', { failure, sale })
      waiting.add(`${failure} ${claim.key}`)
    }
  }

  /** A return that is open here is claimed, also if it began before the till joined. */
  async function claimOpen(database: ShopDatabase): Promise<void> {
    const { due, attention } = journal.unfinished
    const open = [...due(), ...attention()].filter((sale) => openReturn(sale) !== null)
    for (const number of new Set(open.map(({ senderInvoiceNo }) => senderInvoiceNo)))
      await heldHere(database, number).catch((error: unknown) => {
        if (!(error instanceof CommandRefused)) throw error
        log.warn('another till holds the claim of a return that is open here', {
          failure: error.failure.name,
        })
      })
  }

  /** A restored server may lack claims that were settled here. Only those that it lacks are taken, and settled again. */
  async function claimLost(database: ShopDatabase, ended: AbortSignal): Promise<void> {
    let before: number | null = null
    do {
      const page = journal.search.find({ ...RETURNED, before })
      for (const { origin, senderInvoiceNo } of page.rows) {
        if (ended.aborted) return
        if (origin) await claim(database, senderInvoiceNo, 0)
      }
      before = page.next
      await nextTurn()
    } while (before !== null)
  }

  return {
    task: {
      name: 'returns',
      everyMs: EVERY_MS,
      followsShop: true,
      onWork: work.listen,
      begin: ({ database, greeting, ended }) => {
        let isFirst = true
        return async () => {
          if (toldIn !== greeting.epoch) await claimLost(database, ended)
          if (!ended.aborted) toldIn = greeting.epoch
          await beginning.runExclusive(async () => {
            if (isFirst) await claimOpen(database)
            isFirst = false
            holds = 0
            const claims = await database.claims('return')
            for (const one of claims) {
              if (ended.aborted) return
              await lookUnlessRefused(database, one)
            }
            const held = new Set(claims.filter(isHeldHere).map(({ key }) => key))
            for (const number of journal.claimedReturns.all())
              if (!held.has(number) && !beginning.has(number)) journal.claimedReturns.remove(number)
          })
        }
      },
    },
    bring,
    hold: async (saleId) => {
      const { origin, senderInvoiceNo: number } = saleNamed(journal.sales, saleId)
      if (parts.link().member() === null) return origin ? refuse('RETURN_NEEDS_SHOP') : () => {}
      return beginning.begin(number, () => hold(saleId))
    },
  }
}

const ofBody = (body: unknown): readonly ToldReturns[] => {
  const { data } = toldReturnsSchema.safeParse(body)
  return data === undefined ? [] : [data]
}

/** What the last till that had the claim told. A claim that nobody settled yet tells nothing. */
const ofClaim = (claim: Claim): readonly ToldReturns[] =>
  tellsNothing(claim)
    ? []
    : [toldReturnsSchema.safeParse(claim.body).data ?? refuse('SHOP_DATABASE_UNREADABLE')]

const tellsNothing = ({ body }: Claim): boolean => Object.keys(body).length === 0

type SaleAtTill = { readonly till: string; readonly sale: Sale }

/** The sale as each till has it that took back goods of it. It may be older than the claim. */
async function ofTills(database: ShopDatabase, number: string): Promise<readonly SaleAtTill[]> {
  const rows = await database.rows('return', number)
  return rows.filter(({ key }) => key === number).map(({ till, body }) => ({ till, sale: saleInRow(body) }))
}

const asSale = ({ sale }: SaleAtTill): Sale => sale

/** Returns that are open at another till, as far as these know. */
function openElsewhere(here: Sale | null, told: readonly ToldReturns[]) {
  const own = new Set(here?.returns.map(({ id }) => id))
  const ended = new Set(
    told.flatMap(({ returns }) => returns.filter(({ state }) => state !== 'open')).map(({ id }) => id),
  )
  return told
    .flatMap(({ returns }) => returns)
    .filter(({ id, state }) => state === 'open' && !own.has(id) && !ended.has(id))
}

/** A return that is open at a till that was retired, or that this till began and lost, goes on here. */
async function refuseUnlessGone(
  database: ShopDatabase,
  sale: Sale,
  strangers: ReturnType<typeof openElsewhere>,
): Promise<void> {
  const tills = await database.fleet()
  const isThere = (code: string): boolean =>
    tills.some((till) => till.code === code && till.state !== 'retired' && !till.isMe)
  for (const { till = sale.origin ?? sale.terminal } of strangers)
    if (isThere(till)) throw new CommandRefused('RETURN_HELD', till)
}
