/** A session's side of the shop database: what it sends, what it shares with other tills, what it knows of them. */
import { createAllTills } from '../../many-tills/figures/index.ts'
import {
  createShopCarts,
  createShopLink,
  createShopReturns,
  heartbeatTask,
  ownEventsTask,
  type ShopCarts,
  type ShopReturns,
  type Streams as StreamsTask,
  sentFile,
  streamsTask,
} from '../../many-tills/link/index.ts'
import type { Backups } from '../../storage/backup/index.ts'
import { MIGRATIONS } from '../../storage/journal/index.ts'
import type { Books } from './books.ts'
import { fetchOwnEvents } from './fetch-own-events.ts'
import type { Prints } from './prints.ts'
import type { Work } from './sale.ts'
import type { RequestShare, Service } from './service.ts'
import type { Common, SessionParts } from './session-parts.ts'
import { tillStatus } from './till-status.ts'

type Recorded = ReturnType<typeof openStreams>

/** What this till records for the shop database, and what the shop database has of it. */
export function openStreams({ mode, folder }: SessionParts, { journal, clock, log, closing }: Common) {
  const streams = streamsTask({
    ...{ streams: journal.streams, clock, log },
    rows: MIGRATIONS.length,
    onCommit: (wake) => void journal.onCommit(() => wake()),
    sent: sentFile(folder, mode),
  })
  closing.add(streams.stop)
  return { streams, ownEvents: ownEventsTask({ streams: journal.streams, notes: journal.file.notes, log }) }
}

type Given = {
  readonly recorded: Recorded
  readonly work: Work
  readonly service: Service
  readonly books: Books
  readonly prints: Prints
  readonly backups: Backups
  readonly share: RequestShare
}

export function openManyTills(parts: SessionParts, common: Common, given: Given) {
  const { journal, store, clock, log, closing } = common
  const { service, books, prints, backups, share } = given
  const { runner, policy } = given.work
  const { streams, ownEvents } = given.recorded
  const { mode, membership } = parts
  const link = createShopLink({ mode, membership, clock, log, random: Math.random })
  closing.addBeside(link.stop)
  link.onChange(() => {
    if (link.state().state === 'off') share.set(null)
  })
  const onCommit = (changed: () => void): void => void journal.onCommit(() => changed())
  const returns: ShopReturns = createShopReturns({
    ...{ link, journal, store, ownEvents, log, onCommit },
    monitorUntil: () => policy().monitorUntil,
  })
  const carts: ShopCarts = createShopCarts({
    ...{ link, journal, store, clock, log, onCommit },
    lastSent: streams.lastSent,
    heardBy: streams.heardBy,
  })
  const isHinted = (invoiceId: string): boolean => {
    const sale = journal.sales.byInvoice(invoiceId)
    if (sale) runner.hint(sale.id)
    return sale !== null
  }
  link.addTasks([
    streams, // first: what it learns from the greeting is in the first beat
    heartbeatTask({
      status: () => {
        const [{ unsent }, { missing }] = [streams, ownEvents]
        return tillStatus({ version: parts.version, journal, prints, unsent, missing })
      },
      wholeAt: (epoch) => (returns.claimedIn() === epoch ? streams.wholeAt(epoch) : null),
      onWork: ownEvents.onFound,
      callbackReceived: isHinted,
      share: share.set,
      clock,
    }),
    ownEvents,
    {
      // Learns the greatest Z number that this till sent, which a journal that was set back lacks.
      name: 'Z numbers',
      everyMs: 24 * 3_600_000,
      begin:
        ({ database, greeting }) =>
        async () =>
          books.shifts.noteLastZ(greeting.code, await database.lastZ()),
    },
    returns.task,
    carts.task,
    ...parts.linkTasks,
  ])
  // Commands get only these functions of them.
  const parted: {
    readonly returns: Pick<ShopReturns, 'bring' | 'hold' | 'giveBack'>
    readonly carts: Omit<ShopCarts, 'task' | 'onChange'>
    readonly streams: Pick<StreamsTask, 'unsent' | 'forget'>
  } = { returns, carts, streams }
  return {
    /** Returns of sales and parked carts that any till of the shop continues, and what was not sent yet. */
    ...parted,
    /** The connection to the shop database, and what the till keeps of its pairing. */
    link,
    membership,
    allTills: createAllTills({
      ...{ link, history: books.history, journal, payments: service.payments, clock },
      nameOf: (code) => journal.sums.soldName(code) ?? parts.productName(code),
    }),
    /** The number of this till's events that the shop database has and the journal lacks. */
    missingEvents: ownEvents.missing,
    /** Merges these events into the journal. `added` is called for each slice. Open the session again afterwards. */
    fetchOwnEvents: (place: string, added: () => void) =>
      fetchOwnEvents({ link, ownEvents, backups, place, mode, tag: journal.tag, log }, added),
    /** Takes a hint that an invoice was paid. Returns whether it is one of this till. */
    hinted: (invoiceId: string): boolean => {
      const isOurs = isHinted(invoiceId)
      // Perhaps another till's. If the shop database cannot be reached, that till finds the payment by its own checks.
      if (!isOurs && link.member() !== null) link.ask((database) => database.hint(invoiceId)).catch(() => {})
      return isOurs
    },
    onChange: (listener: () => void): void => {
      link.onChange(listener)
      carts.onChange(listener)
    },
    start: link.start,
  }
}
