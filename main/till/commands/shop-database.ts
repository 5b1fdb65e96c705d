/** Commands of the shop database. They may wait for the server; a cashier's commands never do. */
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import {
  fleetTillSchema,
  quarantinedRecordSchema,
  shopDatabaseSchema,
  tillStatusSchema,
} from '../../../shared/page/shop-link.ts'
import { joinWithCode, type Member, readPairing, serverName } from '../../many-tills/link/index.ts'
import { backgroundCommand, commandAlone, defineCommand, wholeReply, wholeRequest } from './define-command.ts'
import { typed } from './schemas.ts'
import { codesOfMember, refuseOpenShift } from './terminal-code.ts'

/** Records in quarantine that one list shows. */
const MOST_SHOWN = 100

const shown = (member: Member) => ({ shop: member.shop, code: member.code, server: serverName(member) })

export const getShopDatabase = backgroundCommand({
  reply: shopDatabaseSchema,
  permission: 'settings',
  handle: (context) => {
    const { link, streams, missingEvents } = context.session().manyTills
    const member = link.member()
    const { count, oldestAt, heardAt } = streams.unsent()
    return {
      link: link.state(),
      member: member && shown(member),
      trouble: link.trouble(),
      unsent: { count, oldestAt },
      heardAt,
      missing: missingEvents(),
    }
  },
})

/** Joins a shop with a pairing code, and takes the terminal code that the shop gives. */
export const joinShopDatabase = defineCommand({
  request: z.strictObject({ code: typed, server: typed }),
  reply: z.strictObject({ shop: z.string(), code: z.string(), server: z.string() }),
  permission: 'settings',
  audit: commandAlone,
  auditReply: wholeReply,
  handle: async (context, typedPairing, _authorization, { note }) => {
    const { mode } = context.session()
    const { link } = context.session().manyTills
    if (link.member() !== null) throw new CommandRefused('NOT_NOW')
    const pairing = readPairing(typedPairing.code, typedPairing.server)
    refuseOpenShift(context)
    await context.till.confirmations.shopDatabase(serverName(pairing.address))
    const { member, secrets, lastZ } = await joinWithCode(pairing, mode, context.till.codeIterations)
    const now = await context.sessions.open() // a restore or the other mode may open another one meanwhile
    if (now.mode !== mode) throw new CommandRefused('OTHER_MODE')
    if (now.manyTills.link.member() !== null) throw new CommandRefused('NOT_NOW') // with another code
    refuseOpenShift(context) // again: a shift may have been opened meanwhile
    const reply = shown(member)
    now.books.shifts.noteLastZ(member.code, lastZ)
    now.manyTills.membership.keep(member, secrets, (row) =>
      context.shop.settings.write(codesOfMember(context, member.code), () => [row, ...note(reply)]),
    )
    now.manyTills.link.start()
    return reply
  },
})

/** Disconnects this till from the shop database, which keeps the events that the till sent. */
export const leaveShopDatabase = defineCommand({
  permission: 'settings',
  audit: commandAlone,
  handle: async (context) => {
    const { link, membership, streams, carts: shopCarts, returns: shopReturns } = context.session().manyTills
    await shopCarts.takeBack()
    await shopReturns.giveBack()
    await link.stop()
    membership.forget()
    streams.forget()
  },
})

/** Two processes use this till's login: this one continues. */
export const takeOverShopDatabase = defineCommand({
  permission: 'settings',
  audit: commandAlone,
  handle: (context) => context.session().manyTills.link.takeOver(),
})

/** All tills of the shop. */
export const listTills = backgroundCommand({
  reply: z.array(fleetTillSchema),
  permission: 'settings',
  handle: async ({ session, clock }) => {
    const tills = await session().manyTills.link.ask((database) => database.fleet())
    return tills.map(({ silentMs, status, ...till }) => ({
      ...till,
      heardAt: silentMs === null ? null : Math.max(0, clock.now() - silentMs),
      status: tillStatusSchema.parse(status),
    }))
  },
})

/** Retires a till: its login loses all rights in the shop database for good. */
export const retireTill = defineCommand({
  request: z.strictObject({ code: typed }),
  permission: 'retire-till',
  audit: wholeRequest,
  handle: async ({ session }, { code }) => {
    if (!(await session().manyTills.link.ask((database) => database.retire(code))))
      throw new CommandRefused('NOT_FOUND')
  },
})

/** The records of a till that the shop database could not take. */
export const listQuarantine = backgroundCommand({
  request: z.strictObject({ code: typed }),
  reply: z.array(quarantinedRecordSchema),
  permission: 'settings',
  handle: async ({ session }, { code }) => {
    const records = await session().manyTills.link.ask((database) => database.setApart(code, MOST_SHOWN))
    if (records === null) throw new CommandRefused('NOT_FOUND')
    return records
  },
})

/** A person has seen these records: they stay in quarantine, and are not counted any more. */
export const acknowledgeQuarantine = defineCommand({
  request: z.strictObject({ code: typed, ids: z.array(z.int().positive()).min(1).max(100) }),
  permission: 'settings',
  audit: ({ code, ids }) => ({ code, ids }),
  handle: ({ session }, { ids }) =>
    session().manyTills.link.ask(async (database) => {
      for (const id of ids) await database.acknowledge(id)
    }),
})
