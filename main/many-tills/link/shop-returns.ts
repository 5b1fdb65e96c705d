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
import { CommandRefused, refuse } from '../../../shared/failure.ts'
import { saleNamed } from '../../../shared/sale/refuse.ts'
import { type Return, returnedTooMuch } from '../../../shared/sale/return.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import { isSaleNumber, saleNumberOf } from '../../../shared/sale/sale-number.ts'
import { isAwaited } from '../../../shared/sale/status.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import type { SaleStore } from '../../sale/run/index.ts'
import {
  areReturnsOver,
  asGuest,
  guestEvents,
  ofThisSale,
  saleInRow,
  type ToldReturns,
  toldEvents,
  toldOf,
  toldReturnsSchema,
  withoutReturns,
  withTold,
} from '../../sale/run/index.ts'
import { type ClaimedReturnWriter, type ProjectionReaders, term } from '../../storage/projections/index.ts'
import { type Claim, type ShopDatabase, ShopDatabaseError } from '../server/index.ts'
import { asker, beginnings, claimed, isHeldHere } from './claiming.ts'
import { createFirstTime } from './first-time.ts'
import type { LinkTask, ShopLink } from './link.ts'
import { type SentBeforeRestoreParts, sentBeforeRestore } from './sent-before-restore.ts'

export type ShopReturns = {
  readonly task: LinkTask
  /** Brings a sale of the shop into this journal as it is now. Returns its id here. */
  readonly bring: (number: string) => Promise<string>
  /** Takes the sale's claim before a command that needs it. Call what it returns when the command has ended. */
  readonly hold: (saleId: string) => Promise<() => void>
  /** The epoch of the server that has all claims which this till needs; null before a first look at them. */
  readonly claimedIn: () => string | null
  /** Gives back what can be given back, before the till leaves the shop. Refuses while a return is open here. */
  readonly giveBack: () => Promise<void>
}

export type ShopReturnsParts = {
  readonly link: Pick<ShopLink, 'ask' | 'member' | 'state'>
  readonly journal: Pick<ProjectionReaders, 'search' | 'unfinished' | 'claimedReturns'> &
    SentBeforeRestoreParts['journal'] & { readonly claimedReturns: ClaimedReturnWriter }
  readonly ownEvents: SentBeforeRestoreParts['ownEvents']
  readonly store: SaleStore
  readonly onCommit: Signal['listen']
  /** Until when a refund of another till is monitored. */
  readonly monitorUntil: () => number
  readonly log: Log
}

const EVERY_MS = 5_000
const NEVER = new AbortController().signal
/** Sales of which goods came back, page by page. */
const RETURNED = {
  ...{ groups: [[term.standing('returned')]], from: null, to: null, least: null, most: null },
  limit: 100,
}

export function createShopReturns(parts: ShopReturnsParts): ShopReturns {
  const { journal, store, log } = parts
  const work = createSignal()
  const ask = asker(parts.link)
  const before = sentBeforeRestore(parts)
  /** Keyed by the number of the sale. */
  const beginning = beginnings(ask, work.emit)
  let holds = 0
  /** Keyed by the reason and the claim. */
  const isFirstTime = createFirstTime()
  /** The epoch of the server that has the claim on every sale of which goods came back here. */
  let claimedIn: string | null = null
  /** Requests for a claim whose answer did not come. Such a claim may arrive at the server later. */
  const unanswered = new Set<string>()
  parts.onCommit(() => {
    if (holds > 0) work.emit()
  })

  /**
   * Takes the claim. Refuses while another till that is not retired holds it. A new return is also refused while another
   * till may know of a return that the restored server has lost.
   */
  async function heldHere(database: ShopDatabase, number: string, of: 'new' | 'open'): Promise<Claim> {
    const isKnown = journal.claimedReturns.all().has(number)
    journal.claimedReturns.add([number])
    unanswered.add(number)
    const take = (seen: number) =>
      of === 'new' ? database.claimReturn(number, seen) : database.claim('return', number, seen)
    const claim = await claimed(take).catch((error: unknown) => {
      if (error instanceof ShopDatabaseError && error.failure === 'tills-behind') {
        unanswered.delete(number)
        if (!isKnown) journal.claimedReturns.remove([number])
      }
      throw error
    })
    unanswered.delete(number)
    if (claim !== null && isHeldHere(claim)) return claim
    throw new CommandRefused('RETURN_HELD', claim?.holder ?? '?')
  }

  /**
   * Whether the journal recorded that this till asks for the claim, or has a return of this till that the claim does not
   * tell of, so that it began after the claim was taken.
   */
  const knowsOf = (claim: Claim, sale: Sale | null): boolean => {
    if (journal.claimedReturns.all().has(claim.key)) return true
    const me = parts.link.member()?.code
    const earlier = toldIn(claim)
    const isSince = ({ id, till }: Return): boolean => (till ?? sale?.origin ?? me) === me && !earlier.has(id)
    return sale?.returns.some(isSince) ?? false
  }

  /** Forgets the claims that the till asked for and does not hold, if the server answered. */
  function forgetAllBut(held: readonly Claim[]): void {
    const keys = new Set(held.map(({ key }) => key))
    const isOver = (number: string): boolean =>
      !keys.has(number) && !beginning.has(number) && !unanswered.has(number)
    journal.claimedReturns.remove([...journal.claimedReturns.all()].filter(isOver))
  }

  /** Lets the sale of this journal know what the others did. The sale may have changed while they were asked. */
  function learn(saleId: string, told: readonly ToldReturns[], base: Sale | null): void {
    const sale = saleNamed(journal.sales, saleId)
    const heard = told.map((one) => ofThisSale(one, sale))
    const known = [...heard, sale].reduce<ToldReturns>(withTold, base ?? sale)
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
      const claim = await heldHere(database, number, 'new')
      const row = sale.origin ? await saleNumbered(database, number) : null
      const told = [...sent, ...ofClaim(claim), ...(await ofTills(database, number)).map(asSale)]
      const base = row && saleInRow(row.body)
      if (base?.ereceipts.some(isAwaited)) refuse('RETURN_TOO_SOON')
      const strangers = openElsewhere(sale, told.concat(base ?? []))
      if (strangers.length > 0) await refuseUnlessGone(database, sale, strangers)
      learn(saleId, told, base)
    })
  }

  async function bring(typed: string): Promise<string> {
    const number = saleNumberOf(typed.trim().toUpperCase())
    // The QR of an e-receipt may have been scanned. It must not be sent to the server.
    if (!isSaleNumber(number)) refuse('SHOP_SALE_UNKNOWN')
    const had = journal.sales.byNumber(number)
    if (had && !had.origin) return had.id
    return ask(async (database) => {
      const row = await saleNumbered(database, number)
      const me = parts.link.member()?.code
      if (row === null) return refuse('SHOP_SALE_UNKNOWN')
      // This till made it, and its journal lacks it after a restore.
      if (row.till === me) return refuse('SHOP_SALE_OWN')
      const sale = saleInRow(row.body)
      // Files are named after the number, so a forged number must not come in.
      if (sale.senderInvoiceNo !== number) return refuse('SHOP_DATABASE_REFUSED')
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
   * Gives the claim back. First this journal learns what the claim says about other tills' returns, because the answer
   * that the till has the claim may have been lost, or the command refused. What a later version wrote is not overwritten.
   */
  async function settle(database: ShopDatabase, claim: Claim, sent: readonly ToldReturns[]): Promise<void> {
    const told = ofBody(claim.body)
    const isRead = told.length > 0 || tellsNothing(claim)
    const had = journal.sales.byNumber(claim.key)
    if (had) learn(had.id, [...sent, ...told], null)
    const sale = had && isRead ? saleNamed(journal.sales, had.id) : null
    if (sale !== null && !areReturnsOver(sale)) return
    const body = sale ? toldOf(sale) : claim.body
    const isToldOn = sale === null || sale.origin !== undefined || (await isUnheardElsewhere(database, sale))
    const isOpen = !isRead || (isToldOn && ofBody(body).some(({ returns }) => returns.length > 0))
    await database.settle(claim, isOpen ? 'open' : 'done', body)
    journal.claimedReturns.remove([claim.key])
    unanswered.delete(claim.key)
  }

  /**
   * Handles one claim of the list: gives it back if the return is over here, or learns what another till did with a sale
   * of this journal. A claim that this till holds and its journal does not know is kept: the journal was restored from an
   * older backup, and the money may have been paid back since. The next return of the sale at this till ends the claim.
   */
  async function look(database: ShopDatabase, claim: Claim): Promise<void> {
    const sale = journal.sales.byNumber(claim.key)
    if (beginning.has(claim.key)) return
    if (isHeldHere(claim)) {
      if (sale !== null && !areReturnsOver(sale)) holds += 1
      else if (!knowsOf(claim, sale)) refuse('SHOP_SALE_OWN')
      else await settle(database, claim, sale ? await before(database, sale.id) : [])
    } else if (claim.state === 'open' && sale?.origin) {
      const news = ofBody(claim.body).filter((told) => !hasAll(sale, told) && isOver(told))
      if (news.length > 0) learn(sale.id, [...(await before(database, sale.id)), ...news], null)
    } else if (claim.state === 'open' && sale !== null) {
      if (ofBody(claim.body).length === 0) return refuse('SHOP_DATABASE_REFUSED')
      const isNews = ofBody(claim.body).some((told) => !hasAll(sale, told))
      if (!isNews && tells(claim, sale) && (await isUnheardElsewhere(database, sale))) return
      const sent = await before(database, sale.id)
      journal.claimedReturns.add([claim.key])
      const won = await database.claim('return', claim.key, claim.fence)
      if (won !== null && isHeldHere(won)) await settle(database, won, sent)
    }
  }

  /** Handles one claim. If that is refused, the claim stays unchanged, and the reason is logged once. */
  async function lookUnlessRefused(database: ShopDatabase, claim: Claim): Promise<void> {
    try {
      await look(database, claim)
    } catch (error) {
      const isOfClaim = error instanceof ShopDatabaseError && error.failure === 'refused'
      if (!(error instanceof CommandRefused) && !isOfClaim) throw error
      const failure = error instanceof CommandRefused ? error.failure.name : error.failure
      const sale = journal.sales.byNumber(claim.key)?.id ?? null
      if (isFirstTime(`${failure} ${claim.key}`)) log.warn('the claim of a return waits', { failure, sale })
    }
  }

  /** The sales whose returns this till has not finished. */
  function open(): readonly Sale[] {
    const { due, attention } = journal.unfinished
    return [...due(), ...attention()].filter((sale) => sale.returns.length > 0 && !areReturnsOver(sale))
  }

  /** A return that is not over here is claimed, also if it began before the till joined. */
  async function claimOpen(database: ShopDatabase): Promise<void> {
    for (const number of new Set(open().map(({ senderInvoiceNo }) => senderInvoiceNo)))
      await heldHere(database, number, 'open').catch((error: unknown) => {
        if (!(error instanceof CommandRefused)) throw error
        log.warn('another till holds the claim of a return that is open here', {
          failure: error.failure.name,
        })
      })
  }

  /**
   * After a restore of the server, a claim that this till settled may be missing, or may not list all returns of the sale.
   * This takes such claims, and `lookAtAll` settles them again. A claim that another till holds is left to that till: it
   * reads the rows of this till before it begins a return. A claim that this till already holds is
   * skipped, so that a claim its journal does not know is not recorded as requested (`knowsOf`). Returns whether it has taken all:
   * the server may refuse more until `lookAtAll` has settled these.
   */
  async function claimLost(database: ShopDatabase, ended: AbortSignal): Promise<boolean> {
    const held = new Set((await database.claims('return')).filter(isHeldHere).map(({ key }) => key))
    let before: number | null = null
    do {
      const page = journal.search.find({ ...RETURNED, before })
      const guests = page.rows.filter(({ origin, senderInvoiceNo }) => origin && !held.has(senderInvoiceNo))
      journal.claimedReturns.add(guests.map(({ senderInvoiceNo }) => senderInvoiceNo))
      for (const { id, senderInvoiceNo: number } of guests) {
        if (ended.aborted) return false
        try {
          const had = await database.claim('return', number, 0)
          if (had !== null && !isHeldHere(had) && !tells(had, saleNamed(journal.sales, id)))
            await claimed((seen) => database.claim('return', number, seen))
        } catch (error) {
          if (error instanceof ShopDatabaseError && error.failure === 'refused') return false
          throw error
        }
      }
      before = page.next
      await nextTurn()
    } while (before !== null)
    return true
  }

  /** Handles each claim of the shop once. */
  const lookAtAll = (database: ShopDatabase, ended: AbortSignal): Promise<void> =>
    beginning.runExclusive(async () => {
      holds = 0
      const claims = await database.claims('return')
      forgetAllBut(claims.filter(isHeldHere))
      for (const claim of claims) {
        if (ended.aborted) return
        await lookUnlessRefused(database, claim)
      }
    })

  return {
    task: {
      name: 'returns',
      everyMs: EVERY_MS,
      followsShop: true,
      onWork: work.listen,
      begin: ({ database, greeting, ended }) => {
        let isFirst = true
        return async () => {
          if (isFirst) await beginning.runExclusive(() => claimOpen(database))
          isFirst = false
          const hasClaims = claimedIn === greeting.epoch || (await claimLost(database, ended))
          if (ended.aborted) return
          if (hasClaims) claimedIn = greeting.epoch
          await lookAtAll(database, ended)
        }
      },
    },
    bring,
    claimedIn: () => claimedIn,
    giveBack: async () => {
      const refuseOpen = (): void => {
        if (open().length > 0 || beginning.isAny()) refuse('RETURNS_OPEN')
      }
      refuseOpen()
      if (parts.link.member() === null) return
      await ask((database) => lookAtAll(database, NEVER)).catch((error: unknown) =>
        log.warn('the till left the shop without giving back its claims on returns', { error }),
      )
      refuseOpen() // again: a return may have begun meanwhile
    },
    hold: async (saleId) => {
      const { origin, senderInvoiceNo: number } = saleNamed(journal.sales, saleId)
      if (parts.link.member() === null) return origin ? refuse('NEEDS_SHOP_DATABASE') : () => {}
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
  tellsNothing(claim) ? [] : [toldReturnsSchema.safeParse(claim.body).data ?? refuse('SHOP_DATABASE_REFUSED')]

const tellsNothing = ({ body }: Claim): boolean => Object.keys(body).length === 0

type SaleAtTill = { readonly till: string; readonly sale: Sale }

/** The sale as each till has it that took back goods of it. It may be older than the claim. */
async function ofTills(database: ShopDatabase, number: string): Promise<readonly SaleAtTill[]> {
  const rows = await database.rows('return', number)
  return rows.filter(({ key }) => key === number).map(({ till, body }) => ({ till, sale: saleInRow(body) }))
}

/** The ids of the returns that the claim tells of. */
const toldIn = ({ body }: Claim): ReadonlySet<string> =>
  new Set(ofBody(body).flatMap(({ returns }) => returns.map(({ id }) => id)))

/** Whether the claim tells of all returns that the sale has. */
function tells(claim: Claim, sale: Sale): boolean {
  const told = toldIn(claim)
  return sale.returns.every(({ id }) => told.has(id))
}

type Returns = Pick<ToldReturns, 'returns'>
const isOver = ({ returns }: Returns): boolean => returns.every(({ state }) => state !== 'open')
const hasAll = ({ returns: had }: Returns, { returns }: Returns): boolean =>
  returns.every(({ id }) => had.some((one) => one.id === id))

/**
 * Whether goods came back twice and another till that has the sale does not know it yet. The claim then stays open, so that
 * this till learns of it and tells its cashier.
 */
async function isUnheardElsewhere(database: ShopDatabase, sale: Sale): Promise<boolean> {
  if (returnedTooMuch(sale).length === 0) return false
  const tills = await database.fleet()
  const others = new Set(
    tills.flatMap(({ code, isMe, state }) => (isMe || state === 'retired' ? [] : [code])),
  )
  const rows = await ofTills(database, sale.senderInvoiceNo)
  return rows.some(({ till, sale: there }) => others.has(till) && !hasAll(there, sale))
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

/** A return that is open at a retired till, or that this till began and lost, continues here. */
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

/**
 * The sale of the shop with this number; null where no till sent one. Refuses if several have it, because a till's journal was
 * set back and went on: which goods are on the receipt cannot be told.
 */
async function saleNumbered(database: ShopDatabase, number: string) {
  const [sale, another] = await database.salesNumbered(number)
  return another === undefined ? (sale ?? null) : refuse('SHOP_SALE_TWICE')
}
