/** What tills of a shop share: parked carts, returns, the QR of a dead till; and what they know of each other. */
import { describe, expect, test } from 'vitest'
import { type ClaimKind, joinShop, newEpoch } from '../../../../main/many-tills/server/index.ts'
import {
  codeOf,
  newChain,
  openTill,
  saleEvents,
  saleRow,
  shopServerForFile,
  type TestDatabase,
} from '../../../support/shop-database.ts'

const { shopDatabase, shopWith } = shopServerForFile()

async function tillsOf(shop: TestDatabase, count: number) {
  const tills = []
  for (let number = 0; number < count; number++) tills.push(await shop.till(`T${number}`))
  return tills
}
/** The till was last heard of this long ago, for the server. */
const silence = (shop: TestDatabase, code: string, time: string) =>
  shop.admin.query(`UPDATE shop.till SET heard_at = now() - $2::interval WHERE code = $1`, [code, time])

describe('a parked cart', () => {
  test('is offered to all tills, and one of ten that take it at once wins', async () => {
    const shop = await shopDatabase()
    const tills = await tillsOf(shop, 10)
    for (let round = 0; round < 5; round++) {
      const key = `cart-${round}`
      const offered = await tills[0]?.offer(key, { lines: ['Талх'] })
      const claims = await Promise.all(tills.map((till) => till.claim('cart', key, offered?.fence ?? 0)))
      expect(claims.filter((claim) => claim?.isMine && claim.state === 'held')).toHaveLength(1)
      expect(new Set(claims.map((claim) => claim?.holder)).size).toBe(1)
    }
  })

  test('that was settled is over, also for a till that saw it before', async () => {
    const [, one, other] = await shopWith(2)
    const offered = await one.offer('cart-1', { lines: [] })
    const held = await other.claim('cart', 'cart-1', offered?.fence ?? 0)
    if (held === null) throw new Error('the claim is gone')
    await other.settle(held, 'done', {})
    expect(await one.claim('cart', 'cart-1', offered?.fence ?? 0)).toMatchObject({ state: 'done' })
    expect(await one.offer('cart-1', { lines: ['changed'] })).toMatchObject({ state: 'done', body: {} })
    expect(await one.claims('cart')).toEqual([])
  })

  test('that was put back by its taker is open to all, with what is in it now', async () => {
    const [, one, other] = await shopWith(2)
    const offered = await one.offer('cart-1', { lines: ['Талх'] })
    const held = await other.claim('cart', 'cart-1', offered?.fence ?? 0)
    if (held === null) throw new Error('the claim is gone')
    const back = await other.settle(held, 'open', { lines: ['Талх', 'Сүү'] })
    expect(await one.claims('cart')).toMatchObject([{ state: 'open', body: { lines: ['Талх', 'Сүү'] } }])
    expect(await one.claim('cart', 'cart-1', back?.fence ?? 0)).toMatchObject({ isMine: true, state: 'held' })
    // The first taker settles again, late: it holds nothing any more.
    expect(await other.settle(held, 'done', {})).toMatchObject({ isMine: false, state: 'held' })
  })

  test('is claimed once although the answer was lost and the claim repeated', async () => {
    const [, one, other] = await shopWith(2)
    const offered = await one.offer('cart-1', {})
    const held = await other.claim('cart', 'cart-1', offered?.fence ?? 0)
    expect(await other.claim('cart', 'cart-1', offered?.fence ?? 0)).toEqual(held)
    expect(held).toMatchObject({ isMine: true, state: 'held' })
  })
})

describe('a claim of a till that is gone', () => {
  const cases: [ClaimKind, string, boolean][] = [
    ['cart', '9 minutes', false],
    ['cart', '11 minutes', true],
    ['return', '11 minutes', false],
  ]
  for (const [kind, silent, goes] of cases)
    test(`on a ${kind}: after ${silent} it ${goes ? 'goes' : 'does not go'} to the next`, async () => {
      const [shop, gone, next] = await shopWith(2)
      const seen = kind === 'cart' ? ((await gone.offer('key', {}))?.fence ?? 0) : 0
      const held = await gone.claim(kind, 'key', seen)
      await silence(shop, gone.code, silent)
      expect(await next.claim(kind, 'key', held?.fence ?? 0)).toMatchObject({ isMine: goes })
      if (goes && held)
        expect(await gone.settle(held, 'done', {})).toMatchObject({ isMine: false, state: 'held' })
    })

  test('on a return goes to the next once the till was retired', async () => {
    const [, gone, next] = await shopWith(2)
    const held = await gone.claim('return', 'sale-1', 0)
    await next.retire(gone.code)
    expect(await next.claim('return', 'sale-1', held?.fence ?? 0)).toMatchObject({ isMine: true })
  })
})

test('of two tills that take back one sale at once, one wins, and the next learns what went back', async () => {
  const shop = await shopDatabase()
  const tills = await tillsOf(shop, 6)
  const claims = await Promise.all(tills.map((till) => till.claim('return', 'sale-1', 0)))
  const winners = claims.flatMap((claim, index) => (claim?.isMine ? [{ till: tills[index], claim }] : []))
  expect(winners).toHaveLength(1)
  const { till, claim } = winners[0] as { till: (typeof tills)[0]; claim: NonNullable<(typeof claims)[0]> }
  const after = await till.settle(claim, 'open', { returned: { 'line-1': 2 } })
  const other = tills.find((one) => one.code !== till.code)
  expect(await other?.claim('return', 'sale-1', after?.fence ?? 0)).toMatchObject({
    isMine: true,
    body: { returned: { 'line-1': 2 } },
  })
})

test('a return that is done can be claimed for the next goods of its sale, a cart that is done cannot', async () => {
  const [, one, other] = await shopWith(2)
  const offered = await one.offer('cart-1', {})
  for (const [kind, key, seen] of [
    ['return', 'sale-1', 0],
    ['cart', 'cart-1', offered?.fence ?? 0],
  ] as const) {
    const held = await one.claim(kind, key, seen)
    const done = held && (await one.settle(held, 'done', {}))
    expect(await other.claim(kind, key, done?.fence ?? 0)).toMatchObject({ isMine: kind === 'return' })
  }
})

describe('the fleet', () => {
  test('shows each till with what it said of itself', async () => {
    const [shop, one, other] = await shopWith(2)
    const status = {
      version: '1.2.3',
      unsent: 7,
      oldestMs: 60_000,
      printer: 'paper-out',
      shift: 'open',
      clockMs: -1200,
    }
    await one.beat(status)
    await silence(shop, 'K02', '1 hour')
    expect(await other.fleet()).toMatchObject([
      { code: 'K01', state: 'active', isMe: false, status, quarantine: 0 },
      { code: 'K02', state: 'active', isMe: true },
    ])
    expect((await other.fleet())[1]?.silentMs).toBeGreaterThan(3_500_000)
  })

  test('keeps a till behind after a restore until it has sent everything again in the new epoch', async () => {
    const [shop, till] = await shopWith(1)
    const { epoch: before } = await till.beat({})
    await newEpoch(shop.admin)
    const { epoch } = await till.beat({ caughtUp: before })
    expect(await till.fleet()).toMatchObject([{ status: { behind: true } }])
    await till.beat({ caughtUp: epoch })
    await till.beat({})
    expect((await till.fleet())[0]?.status).toEqual({})
  })

  test('keeps a till that had sent nothing before the dump behind when another computer joins under its code', async () => {
    const shop = await shopDatabase()
    const till = await shop.till('K01')
    await till.beat({})
    await newEpoch(shop.admin)
    const text = await shop.pair({ code: 'K01' })
    const member = await shop.membership(text)
    await joinShop(member, codeOf(text), 'live')
    const another = openTill(member)
    await another.hello()
    const { epoch } = await another.beat({})
    await another.beat({ caughtUp: epoch, journal: newChain() })
    expect(await another.fleet()).toMatchObject([{ code: 'K01', status: { behind: true } }])
  })

  test('refuses a new return while another till is behind, and lets each till take its former claims again', async () => {
    const [shop, one, other] = await shopWith(2)
    await newEpoch(shop.admin)
    const { epoch } = await one.beat({})
    await one.beat({ caughtUp: epoch })
    await expect(one.claimReturn('sale-1', 0)).rejects.toMatchObject({
      ...{ failure: 'tills-behind', message: other.code },
    })
    expect(await shop.count('claim')).toBe(0)
    expect(await one.claim('return', 'sale-2', 0)).toMatchObject({ isMine: true, state: 'held' })
    // Only the other till is behind.
    expect(await other.claimReturn('sale-1', 0)).toMatchObject({ isMine: true, state: 'held' })
    await one.retire(other.code)
    expect(await one.claimReturn('sale-3', 0)).toMatchObject({ isMine: true, state: 'held' })
  })

  test('tells up to which time it has the records of a till that is behind, whatever the till itself reports', async () => {
    const [shop, till] = await shopWith(1)
    await till.beat({ unsent: 3, oldestUnsentMs: 60_000 })
    await newEpoch(shop.admin)
    await till.beat({ unsent: 0, knownAt: 7 })
    const knownAt = Number((await till.fleet())[0]?.status.knownAt)
    expect(Math.abs(knownAt - (Date.now() - 60_000))).toBeLessThan(50_000)
    const { epoch } = await till.beat({})
    await till.beat({ caughtUp: epoch, knownAt: 7 })
    expect((await till.fleet())[0]?.status).not.toHaveProperty('knownAt')
  })

  test('divides the requests of the merchant among the tills that are active', async () => {
    const shop = await shopDatabase()
    const tills = await tillsOf(shop, 3)
    expect(await tills[0]?.beat({})).toMatchObject({ active: 3, budget: 200 })
    await silence(shop, 'T1', '3 minutes')
    expect(await tills[0]?.beat({})).toMatchObject({ active: 2, budget: 300 })
    await tills[0]?.retire('T2')
    expect(await tills[0]?.beat({})).toMatchObject({ active: 1, budget: 600 })
  })

  test('tells a till the server’s clock', async () => {
    const [, till] = await shopWith(1)
    expect(Math.abs((await till.beat({})).now - Date.now())).toBeLessThan(60_000)
  })

  test('refuses a status that is too large', async () => {
    const till = await (await shopDatabase()).till()
    await expect(till.beat({ log: 'x'.repeat(30_000) })).rejects.toMatchObject({ failure: 'refused' })
  })
})

describe('a callback that came to another till', () => {
  test('wakes the till whose invoice it is, once', async () => {
    const [, one, other, third] = await shopWith(3)
    await one.push('event', newChain(), 1, saleEvents(1), [saleRow('sale-1', 1, { invoiceId: 'inv-1' })])
    await other.hint('inv-1')
    await other.hint('inv-1')
    expect((await third.beat({})).hints).toEqual([])
    expect((await one.beat({})).hints).toEqual(['inv-1'])
    expect((await one.beat({})).hints).toEqual([])
  })

  test('wakes all others where no sale with it has been pushed yet', async () => {
    const [, one, other, third] = await shopWith(3)
    await other.hint('inv-2')
    expect((await one.beat({})).hints).toEqual(['inv-2'])
    expect((await third.beat({})).hints).toEqual(['inv-2'])
    expect((await other.beat({})).hints).toEqual([])
  })

  test('does not fill the server when it is forged a thousand times', async () => {
    const [shop, , other] = await shopWith(2)
    await Promise.all(Array.from({ length: 300 }, (_, index) => other.hint(`forged-${index}`)))
    expect(await shop.count('hint')).toBeLessThanOrEqual(202)
  })
})

describe('two processes of one till', () => {
  test('are noticed: the second gets no say', async () => {
    const [, till] = await shopWith(1)
    const clone = openTill(till.membership)
    expect(await clone.hello()).toEqual({ twice: true })
    await expect(clone.push('event', newChain(), 1, saleEvents(1))).rejects.toMatchObject({
      failure: 'superseded',
    })
    expect(await till.beat({})).toMatchObject({ active: 1 })
  })

  test('a person lets the second take over, and the first is stopped', async () => {
    const [, till] = await shopWith(1)
    const clone = openTill(till.membership)
    expect(await clone.hello({ takeOver: true })).toMatchObject({ twice: false, fence: 2 })
    await expect(till.beat({})).rejects.toMatchObject({ failure: 'superseded' })
    await clone.beat({})
  })

  test('a process that ended orderly, or was silent for half a minute, is followed without a question', async () => {
    const [shop, till] = await shopWith(1)
    await till.close()
    const second = openTill(till.membership)
    expect(await second.hello()).toMatchObject({ twice: false })
    await silence(shop, till.code, '31 seconds')
    const third = openTill(till.membership)
    expect(await third.hello()).toMatchObject({ twice: false })
    await expect(second.beat({})).rejects.toMatchObject({ failure: 'superseded' })
  })
})
