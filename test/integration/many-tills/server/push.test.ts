/** What tills push: each event once, in order, whatever the line does. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { firstBatch } from '../../../../main/many-tills/server/index.ts'
import {
  newChain,
  saleEvents,
  saleRow,
  shopServerForFile,
  type TestDatabase,
} from '../../../support/shop-database.ts'

const { shopDatabase, shopWith } = shopServerForFile()

/** The events that the server has of a chain, in order. */
async function held({ admin }: TestDatabase, chain: string) {
  const { rows } = await admin.query(
    `SELECT e.position::int, e.id FROM shop.event e JOIN shop.stream s ON s.id = e.stream WHERE s.chain = $1 ORDER BY 1`,
    [chain],
  )
  return rows as { position: number; id: string }[]
}
const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id)
const inOrder = (events: readonly { id: string }[]) =>
  events.map(({ id }, index) => ({ position: index + 1, id }))

describe('a till pushes its events', () => {
  test('they stand in the server as the journal wrote them, with the row of the sale', async () => {
    const [, till] = await shopWith(1)
    const [chain, events] = [newChain(), saleEvents(3)]
    const row = saleRow(String(events[0]?.subject), 3)
    expect(await till.push('event', chain, 1, events, [row])).toEqual({
      gap: false,
      next: 4,
      taken: 3,
      apart: 0,
    })
    expect(await till.ownEvents('event', chain, 1)).toEqual(
      events.map((event, index) => ({ position: index + 1, ...event })),
    )
    expect(await till.sale(row.key)).toEqual({ till: 'K01', id: row.key, version: 3, body: row.body })
    expect(await till.sale(row.body.number)).toMatchObject({ id: row.key })
  })

  test('the audit trail is a stream of its own', async () => {
    const [, till] = await shopWith(1)
    const chain = newChain()
    await till.push('event', chain, 1, saleEvents(2))
    await till.push('audit', chain, 1, saleEvents(1))
    const said = await till.hello()
    expect(said).toMatchObject({
      streams: [
        { kind: 'event', next: 3 },
        { kind: 'audit', next: 2 },
      ],
    })
  })

  test('a push that was answered twice is stored once', async () => {
    const [shop, till] = await shopWith(1)
    const [chain, events] = [newChain(), saleEvents(5)]
    await till.push('event', chain, 1, events)
    expect(await till.push('event', chain, 1, events)).toEqual({ gap: false, next: 6, taken: 0, apart: 0 })
    expect(await held(shop, chain)).toEqual(inOrder(events))
  })

  test('an overlap is skipped, and what is new after it is taken', async () => {
    const [shop, till] = await shopWith(1)
    const [chain, events] = [newChain(), saleEvents(8)]
    await till.push('event', chain, 1, events.slice(0, 5))
    expect(await till.push('event', chain, 3, events.slice(2))).toMatchObject({ next: 9, taken: 3, apart: 0 })
    expect(await held(shop, chain)).toEqual(inOrder(events))
  })

  test('a push after a gap is refused with the position that is expected', async () => {
    const [shop, till] = await shopWith(1)
    const [chain, events] = [newChain(), saleEvents(6)]
    await till.push('event', chain, 1, events.slice(0, 2))
    expect(await till.push('event', chain, 4, events.slice(3), [saleRow('late', 1)])).toEqual({
      gap: true,
      next: 3,
    })
    expect(await held(shop, chain)).toEqual(inOrder(events.slice(0, 2)))
    expect(await till.sale('late')).toBeNull()
  })

  test('pushes of one till at the same time, in any order, come to each event once', async () => {
    const [shop, till] = await shopWith(1)
    const [chain, events] = [newChain(), saleEvents(40)]
    const first = [1, 11, 21, 31]
    for (let round = 0; round < 4; round++)
      await Promise.all(
        [...first, ...first]
          .reverse()
          .map((at) => till.push('event', chain, at, events.slice(at - 1, at + 9))),
      )
    expect(await held(shop, chain)).toEqual(inOrder(events))
    expect(await shop.count('quarantine')).toBe(0)
  })

  test('ten tills push at once, and each has its own positions', async () => {
    const shop = await shopDatabase()
    const tills = []
    for (let number = 0; number < 10; number++) tills.push(await shop.till(`T${number}`))
    const work = tills.map((till) => ({ till, chain: newChain(), events: saleEvents(30) }))
    await Promise.all(
      work.map(async ({ till, chain, events }) => {
        for (let at = 0; at < events.length; at += 10)
          await till.push('event', chain, at + 1, events.slice(at, at + 10))
      }),
    )
    for (const { chain, events } of work) expect(await held(shop, chain)).toEqual(inOrder(events))
  })

  test('a journal that was rescued pushes its events again in a new chain, and nothing is doubled', async () => {
    const [shop, till] = await shopWith(1)
    const events = saleEvents(4)
    await till.push('event', newChain(), 1, events)
    const [later] = saleEvents(5, String(events[0]?.subject)).slice(4)
    const rescued = [...events.map((event) => ({ ...event, hash: newChain() })), ...(later ? [later] : [])]
    expect(await till.push('event', newChain(), 1, rescued)).toMatchObject({ next: 6, taken: 1, apart: 0 })
    expect(await shop.count('event')).toBe(5)
  })

  test('an older row of a sale does not replace a newer one, and no till writes the row of another', async () => {
    const [, one, other] = await shopWith(2)
    const chain = newChain()
    await one.push('event', chain, 1, [], [saleRow('sale-1', 7, { state: 'paid' })])
    await one.push('event', chain, 1, [], [saleRow('sale-1', 6)])
    await other.push('event', newChain(), 1, [], [saleRow('sale-1', 9, { state: 'stolen' })])
    expect(await other.sale('sale-1')).toMatchObject({ till: 'K01', version: 7, body: { state: 'paid' } })
  })

  test('sums are of the journal that spoke last, and one that speaks again sends all of them, also after a break', async () => {
    const [, till] = await shopWith(1)
    const [first, other, events] = [newChain(), newChain(), saleEvents(4)]
    const push = (chain: string, from: number, key: string) =>
      till.push('event', chain, from, events.slice(from - 1, from + 1), [
        { kind: 'sum', key, version: from, body: { from } },
      ])
    const sums = async () => (await till.rows('sum', '')).map(({ key }) => key)
    const lacks = async () => {
      const said = await till.hello()
      return said.twice ? null : said.streams.map(({ next, rows }) => [next, rows])
    }
    await push(first, 1, 'a')
    await push(first, 3, 'b')
    expect(await lacks()).toEqual([[5, 5]])
    await push(other, 1, 'c')
    expect([await sums(), await lacks()]).toEqual([
      ['c'],
      [
        [5, 1],
        [3, 3],
      ],
    ])
    expect(await push(first, 3, 'b')).toEqual({ gap: true, next: 1 })
    await push(first, 1, 'a')
    expect([await sums(), await lacks()]).toEqual([
      ['a'],
      [
        [5, 3],
        [3, 1],
      ],
    ])
    await push(first, 3, 'b')
    expect([await sums(), await lacks()]).toEqual([
      ['a', 'b'],
      [
        [5, 5],
        [3, 1],
      ],
    ])
  })

  test('sums of two tills under one key stand side by side', async () => {
    const [, one, other] = await shopWith(2)
    const sum = (amount: number) => [
      { kind: 'sum' as const, key: '2026-11-24|net', version: 1, body: { amount } },
    ]
    await one.push('event', newChain(), 1, [], sum(100))
    await other.push('event', newChain(), 1, [], sum(250))
    expect(await one.rows('sum', '2026-11-24|')).toEqual([
      { till: 'K01', key: '2026-11-24|net', version: expect.any(Number), body: { amount: 100 } },
      { till: 'K02', key: '2026-11-24|net', version: expect.any(Number), body: { amount: 250 } },
    ])
  })

  test('the greatest number of a Z is that of its own Zs under its code, whatever else it and another till wrote', async () => {
    const [, one, other] = await shopWith(2)
    const shift = (terminal: string, zNumber: unknown) => {
      return { kind: 'shift' as const, key: randomUUID(), version: 1, body: { terminal, zNumber } }
    }
    expect(await one.lastZ()).toBe(0)
    await one.push('event', newChain(), 1, [], [shift('K01', 7), shift('K01', null), shift('A9', 41)])
    await one.push('event', newChain(), 1, [], [shift('K01', 'many'), shift('K01', 1e300)])
    await other.push('event', newChain(), 1, [], [shift('K01', 99), shift('K02', 3)])
    expect([await one.lastZ(), await other.lastZ()]).toEqual([7, 3])
  })
})

describe('an event that cannot be taken is put apart, and the stream goes on', () => {
  const poison = {
    'a body that is not JSON': { body: '{"kind":"line-added"' },
    'a body of another kind': { body: '{"kind":"paid"}' },
    'a body that is a list': { body: '[]' },
    'a body that is too large': { body: JSON.stringify({ kind: 'line-added', note: 'x'.repeat(1_000_001) }) },
    'a null byte in its body': { body: '{"kind":"line-added","note":"\u0000"}' },
    'an escaped null byte in its body': { body: JSON.stringify({ kind: 'line-added', note: '\u0000' }) },
    'half of a character': { body: '{"kind":"line-added","note":"\ud800"}' },
    'a number that is none': { seq: 'first' as unknown as number },
    'no subject': { subject: null as unknown as string },
    'a negative number': { seq: -1 },
    'a number beyond all bounds': { at: 1e30 },
    'a hash that is no hash': { hash: 'zz' },
  }
  for (const [title, wrong] of Object.entries(poison))
    test(`${title}`, async () => {
      const [shop, till] = await shopWith(1)
      const [chain, events] = [newChain(), saleEvents(3)]
      const pushed = events.map((event, index) => (index === 1 ? { ...event, ...wrong } : event))
      expect(await till.push('event', chain, 1, pushed)).toEqual({ gap: false, next: 4, taken: 2, apart: 1 })
      await till.push('event', chain, 1, pushed)
      expect(ids(await held(shop, chain))).toEqual(ids(events.filter((_, index) => index !== 1)))
      const apart = await till.quarantined()
      expect(apart).toMatchObject([{ till: 'K01', source: `event ${chain} 2` }])
      expect((await till.fleet())[0]).toMatchObject({ quarantine: 1 })
      await till.acknowledge(Number(apart[0]?.id))
      expect(await till.quarantined()).toEqual([])
    })

  test('another body under a known number of a sale', async () => {
    const [, till] = await shopWith(1)
    const [chain, events] = [newChain(), saleEvents(3)]
    await till.push('event', chain, 1, events)
    const changed = events.map((event, index) =>
      index === 1 ? { ...event, body: '{"kind":"line-added","line":{"amount":1}}' } : event,
    )
    const more = saleEvents(4, String(events[0]?.subject)).slice(3)
    expect(await till.push('event', chain, 1, [...changed, ...more])).toMatchObject({
      next: 5,
      taken: 1,
      apart: 1,
    })
    expect((await till.ownEvents('event', chain, 2))[0]).toMatchObject({ body: events[1]?.body })
    expect(await till.quarantined()).toMatchObject([{ reason: 'differs' }])
  })

  test('lottery numbers and QR data are refused, and quarantine does not keep them', async () => {
    const [, till] = await shopWith(1)
    const bodies = [
      '{"kind":"line-added","lottery":"AB 12345678"}',
      '{"kind":"line-added","answer":{"ebarimt_qr_data":"2093481"}}',
      '{"kind":"line-added","qrData" : "2093481", "broken"',
    ]
    const events = bodies.map((body, index) => ({
      ...saleEvents(1, `sale-${index}`)[0],
      body,
    })) as ReturnType<typeof saleEvents>
    const row = saleRow('sealed', 1, { receipt: { lottery: 'AB 12345678' } })
    expect(await till.push('event', newChain(), 1, events, [row])).toMatchObject({
      next: 4,
      taken: 0,
      apart: 4,
    })
    expect((await till.quarantined()).map(({ content }) => content)).toEqual([null, null, null, null])
    expect(await till.sale('sealed')).toBeNull()
  })

  test('a row that cannot be taken does not hold up the other rows', async () => {
    const [, till] = await shopWith(1)
    const rows = [
      saleRow('good', 1),
      saleRow('bad', 1, { note: '\u0000' }),
      saleRow('worse', 1, { openedAt: 'soon' }),
    ]
    expect(await till.push('event', newChain(), 1, [], rows)).toMatchObject({ apart: 2 })
    expect(await till.sale('good')).toMatchObject({ id: 'good' })
    expect(await till.sale('bad')).toBeNull()
  })
})

test('a batch has at most 500 events and two million letters, and always one event', () => {
  const many = Array.from({ length: 700 }, () => saleEvents(1)).flat()
  expect(firstBatch(many)).toHaveLength(500)
  const large = saleEvents(5).map((event) => ({ ...event, body: 'x'.repeat(900_000) }))
  expect(firstBatch(large)).toHaveLength(2)
  expect(firstBatch(large.map((event) => ({ ...event, body: 'x'.repeat(3_000_000) })))).toHaveLength(1)
  expect(firstBatch([])).toEqual([])
})

test('sales of all tills are listed newest first, and of one till alone', async () => {
  const [, one, other] = await shopWith(2)
  const at = (id: string, openedAt: number) => saleRow(id, 1, { openedAt })
  await one.push('event', newChain(), 1, [], [at('a', 1000), at('c', 3000)])
  await other.push('event', newChain(), 1, [], [at('b', 2000), at('d', 4000)])
  const listed = async (till: string | null, from = 0, before = 9_000) =>
    (await one.sales(till, from, before, 50)).map(({ id }) => id)
  expect(await listed(null)).toEqual(['d', 'c', 'b', 'a'])
  expect(await listed('K02')).toEqual(['d', 'b'])
  expect(await listed(null, 2000, 4000)).toEqual(['c', 'b'])
  expect(await one.sale(randomUUID())).toBeNull()
})
