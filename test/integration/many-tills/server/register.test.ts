/** Goods, prices, people and settings: edited by any till, merged field by field, and read without a gap. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  bodyOf,
  type Edit,
  newEpoch,
  openSecret,
  patchOf,
  sealSecret,
  wrapped,
} from '../../../../main/many-tills/server/index.ts'
import { PEPPER, shopServerForFile, type TestTill } from '../../../support/shop-database.ts'

const { shopDatabase, shopWith } = shopServerForFile()

type Body = Record<string, unknown> | number | null
const text = (body: Body): string | null => (body === null ? null : JSON.stringify(body))
const change = (key: string, base: number, before: Body, after: Body, kind = 'product'): Edit => ({
  id: randomUUID(),
  kind,
  key,
  base,
  patch: patchOf(text(before), text(after)),
})
async function epochOf(till: TestTill): Promise<string> {
  return (await till.beat({})).epoch
}
async function rowsOf(till: TestTill, cursor = 0) {
  return (await till.pull(await epochOf(till), cursor)).rows
}

const BREAD = { name: 'Талх', price: 250_000, unit: 'ш' }

describe('an edit', () => {
  test('reaches the other tills with its version', async () => {
    const [, one, other] = await shopWith(2)
    expect(await one.edit([change('865', 0, null, BREAD)])).toMatchObject([
      { outcome: 'done', version: 1, conflicts: [] },
    ])
    expect(await rowsOf(other)).toMatchObject([
      { kind: 'product', key: '865', version: 1, body: BREAD, position: 1 },
    ])
    await other.edit([change('865', 1, BREAD, { ...BREAD, price: 260_000 })])
    expect(await rowsOf(one, 1)).toMatchObject([{ version: 2, body: { ...BREAD, price: 260_000 } }])
  })

  test('of another field is merged', async () => {
    const [, one, other] = await shopWith(2)
    await one.edit([change('865', 0, null, BREAD)])
    await one.edit([change('865', 1, BREAD, { ...BREAD, price: 300_000 })])
    const answer = await other.edit([change('865', 1, BREAD, { ...BREAD, name: 'Хар талх' })])
    expect(answer).toMatchObject([
      { outcome: 'done', version: 3, body: { name: 'Хар талх', price: 300_000, unit: 'ш' } },
    ])
  })

  test('of the same field is the first one’s, and the second gets both values and keeps its other fields', async () => {
    const [, one, other] = await shopWith(2)
    await one.edit([change('865', 0, null, BREAD)])
    await one.edit([change('865', 1, BREAD, { ...BREAD, price: 300_000 })])
    const late = change('865', 1, BREAD, { ...BREAD, price: 310_000, unit: 'кг' })
    expect(await other.edit([late])).toMatchObject([
      {
        outcome: 'conflict',
        version: 3,
        body: { ...BREAD, price: 300_000, unit: 'кг' },
        conflicts: [{ field: 'price', theirs: 300_000, mine: 310_000 }],
      },
    ])
    // A person decided with both values before them.
    const decided = change('865', 3, { price: 300_000 }, { price: 310_000 })
    expect(await other.edit([decided])).toMatchObject([{ outcome: 'done', body: { price: 310_000 } }])
  })

  test('to the value that is there already is no conflict', async () => {
    const [, one, other] = await shopWith(2)
    await one.edit([change('865', 0, null, BREAD)])
    await one.edit([change('865', 1, BREAD, { ...BREAD, price: 300_000 })])
    const same = change('865', 1, BREAD, { ...BREAD, price: 300_000 })
    expect(await other.edit([same])).toMatchObject([{ outcome: 'done', version: 2 }])
  })

  test('that repeats its id changes nothing and is answered alike', async () => {
    const [, one, other] = await shopWith(2)
    const edit = change('865', 0, null, BREAD)
    const [answer] = await one.edit([edit])
    await other.edit([change('865', 1, BREAD, { ...BREAD, price: 1 })])
    expect(await one.edit([edit])).toEqual([answer])
    expect(await rowsOf(one)).toMatchObject([{ version: 2, body: { price: 1 } }])
  })

  test('takes a field away', async () => {
    const [, till] = await shopWith(1)
    await till.edit([change('865', 0, null, BREAD)])
    const { unit: _, ...without } = BREAD
    await till.edit([change('865', 1, BREAD, without)])
    expect((await rowsOf(till))[0]?.body).toEqual(without)
  })

  test('removes a row, unless somebody changed it meanwhile', async () => {
    const [, one, other] = await shopWith(2)
    await one.edit([change('865', 0, null, BREAD)])
    await one.edit([change('865', 1, BREAD, { ...BREAD, price: 300_000 })])
    expect(await other.edit([change('865', 1, BREAD, null)])).toMatchObject([
      { outcome: 'conflict', conflicts: [{ field: null, theirs: { price: 300_000 }, mine: null }] },
    ])
    expect(await other.edit([change('865', 2, BREAD, null)])).toMatchObject([{ outcome: 'done', version: 3 }])
    expect(await rowsOf(one)).toMatchObject([{ version: 3, body: null }])
    // Another one still changes what is gone: a person decides.
    expect(await one.edit([change('865', 2, BREAD, { ...BREAD, price: 1 })])).toMatchObject([
      { outcome: 'conflict', conflicts: [{ field: null, theirs: null, mine: { price: 1 } }] },
    ])
    expect(await one.edit([change('865', 3, null, BREAD)])).toMatchObject([{ outcome: 'done', version: 4 }])
  })

  test('of a setting that is a number is merged as a whole', async () => {
    const [, till] = await shopWith(1)
    await till.edit([change('cashRounding', 0, null, 5_000, 'setting')])
    expect(await till.edit([change('cashRounding', 0, null, 10_000, 'setting')])).toMatchObject([
      { outcome: 'conflict', conflicts: [{ field: '', theirs: 5_000, mine: 10_000 }] },
    ])
    expect(bodyOf((await rowsOf(till))[0]?.body ?? null)).toBe('5000')
  })

  test('with a null byte, of an unknown kind or too large is refused, and those beside it are done', async () => {
    const [, till] = await shopWith(1)
    const answers = await till.edit([
      change('1', 0, null, BREAD),
      change('2', 0, null, { name: '\u0000' }),
      change('3', 0, null, BREAD, 'Not A Kind'),
      change('4', 0, null, { name: 'x'.repeat(1_000_001) }),
      { ...change('5', 0, null, BREAD), base: 1e15 },
      change('6', 0, null, BREAD),
    ])
    expect(answers.map(({ outcome }) => outcome)).toEqual([
      'done',
      'refused',
      'refused',
      'refused',
      'refused',
      'done',
    ])
    expect((await rowsOf(till)).map(({ key }) => key)).toEqual(['1', '6'])
  })

  test('from a version that the server does not know is told apart', async () => {
    const [, till] = await shopWith(1)
    expect(await till.edit([change('865', 4, BREAD, { ...BREAD, price: 1 })])).toMatchObject([
      { outcome: 'unknown-version', version: 0 },
    ])
  })
})

test('ten tills edit one product at once: every field change is there, once, and each loser has both values', async () => {
  const shop = await shopDatabase()
  const tills = []
  for (let number = 0; number < 10; number++) tills.push(await shop.till(`T${number}`))
  const [first] = tills
  await first?.edit([change('865', 0, null, BREAD)])
  const answers = await Promise.all(
    tills.map((till, index) =>
      till.edit([change('865', 1, BREAD, { ...BREAD, price: index, [`field${index}`]: index })]),
    ),
  )
  const [row] = await rowsOf(tills[0] as TestTill)
  expect(row?.version).toBe(11)
  const outcomes = answers.flat()
  const [winner] = outcomes.filter(({ outcome }) => outcome === 'done')
  expect(outcomes.filter(({ outcome }) => outcome === 'conflict')).toHaveLength(9)
  for (const { conflicts } of outcomes)
    for (const one of conflicts) expect(one).toMatchObject({ field: 'price', theirs: winner?.body?.price })
  for (let index = 0; index < 10; index++) expect(row?.body?.[`field${index}`]).toBe(index)
})

test('a till that reads while others write misses no change', async () => {
  const shop = await shopDatabase()
  const [reader, ...writers] = [await shop.till(), await shop.till(), await shop.till(), await shop.till()]
  const epoch = await epochOf(reader)
  const seen = new Map<string, number>()
  let [cursor, writing] = [0, true]
  const read = async (): Promise<boolean> => {
    const { rows } = await reader.pull(epoch, cursor, 7)
    for (const { key, version, position } of rows) {
      expect(position).toBeGreaterThan(cursor)
      cursor = position
      seen.set(key, version)
    }
    return rows.length > 0
  }
  const reading = (async () => {
    while (writing) await read()
    // A read that found nothing may have begun before the last write ended.
    while (await read());
  })()
  await Promise.all(
    writers.map(async (till, index) => {
      for (let n = 0; n < 40; n++) await till.edit([change(`${index}-${n}`, 0, null, BREAD)])
    }),
  )
  writing = false
  await reading
  expect(seen.size).toBe(120)
})

describe('after a restore of the server', () => {
  test('a till notices it by the epoch, gives back its newer rows, and goes on from the beginning', async () => {
    const [shop, one, other] = await shopWith(2)
    await one.edit([change('1', 0, null, BREAD), change('2', 0, null, BREAD)])
    const known = await rowsOf(one)
    const before = await epochOf(one)
    // The server is an older one: a row less, and an older version of the other.
    await shop.admin.query(`DELETE FROM shop.register WHERE key = '2'`)
    await shop.admin.query(`UPDATE shop.shop SET position = 1`)
    await newEpoch(shop.admin)
    const after = await epochOf(one)
    expect(await one.pull(before, 2)).toMatchObject({ restored: true, epoch: after, rows: [] })
    const rows = known.map(({ kind, key, version, body }) =>
      key === '1'
        ? { kind, key, version: 2, body: { ...body, price: 300_000 } }
        : { kind, key, version, body },
    )
    expect(await one.refill(before, after, rows)).toEqual({ taken: 2, epoch: after, answers: [null, null] })
    const older = known.map(({ position: _, ...row }) => row)
    expect(await other.refill(before, after, older)).toMatchObject({
      ...{ taken: 0, epoch: after },
      answers: [{ outcome: 'done', version: 2, body: { price: 300_000 } }, null],
    })
    expect(await other.pull(after, 0)).toMatchObject({
      restored: false,
      rows: [
        { key: '1', version: 2, body: { price: 300_000 } },
        { key: '2', version: 1 },
      ],
    })
    expect(await one.refill(before, before, rows)).toEqual({ taken: 0, epoch: after, answers: [] })
  })

  /** A product, the server restored, then changed at one till of the shop. */
  async function changedSince(after: Body) {
    const [shop, one, other] = await shopWith(2)
    const before = await epochOf(one)
    await one.edit([change('865', 0, null, BREAD)])
    await newEpoch(shop.admin)
    await one.edit([change('865', 1, BREAD, after)])
    const giveBack = async (till: TestTill, version: number, body: object | null, from = before) => {
      const row = { kind: 'product', key: '865', version, body }
      const said = await till.refill(from, await epochOf(till), [row])
      return said.answers[0]
    }
    return { shop, one, other, giveBack }
  }

  test('a row of the same version is merged field by field with what changed since', async () => {
    const { other, giveBack } = await changedSince({ ...BREAD, name: 'Хар талх' })
    expect(await giveBack(other, 2, { ...BREAD, price: 300_000 })).toEqual({
      ...{ outcome: 'done', version: 3, conflicts: [] },
      body: { ...BREAD, name: 'Хар талх', price: 300_000 },
    })
    expect((await rowsOf(other))[0]).toMatchObject({ version: 3, body: { name: 'Хар талх', price: 300_000 } })
  })

  test('a field that changed on both sides is put before one person, also after a lost answer', async () => {
    const { one, other, giveBack } = await changedSince({ ...BREAD, price: 260_000 })
    const lost = { ...BREAD, price: 300_000 }
    const asked = {
      ...{ outcome: 'conflict', version: 2, body: { ...BREAD, price: 260_000 } },
      conflicts: [{ field: 'price', theirs: 260_000, mine: 300_000 }],
    }
    expect(await giveBack(other, 4, lost)).toEqual(asked)
    expect(await giveBack(other, 4, lost)).toEqual(asked)
    expect(await giveBack(one, 4, lost)).toMatchObject({ outcome: 'done', version: 2, conflicts: [] })
  })

  test('a field that was changed and changed back since is not overwritten', async () => {
    const { one, other, giveBack } = await changedSince({ ...BREAD, price: 260_000 })
    await one.edit([change('865', 2, { price: 260_000 }, { price: BREAD.price })])
    expect(await giveBack(other, 2, { ...BREAD, price: 300_000 })).toMatchObject({
      conflicts: [{ field: 'price', theirs: BREAD.price, mine: 300_000 }],
    })
  })

  test('what was removed on one side and changed on the other is put before a person', async () => {
    const changed = await changedSince({ ...BREAD, price: 260_000 })
    expect(await changed.giveBack(changed.other, 2, null)).toMatchObject({
      body: { price: 260_000 },
      conflicts: [{ field: null, theirs: { price: 260_000 }, mine: null }],
    })
    const removed = await changedSince(null)
    expect(await removed.giveBack(removed.other, 2, { ...BREAD, price: 300_000 })).toMatchObject({
      body: null,
      conflicts: [{ field: null, theirs: null, mine: { price: 300_000 } }],
    })
  })

  test('a till that was away for two restores is compared with the server of its time', async () => {
    const { shop, one, other, giveBack } = await changedSince({ ...BREAD, name: 'Хар талх' })
    const between = await epochOf(one)
    await newEpoch(shop.admin)
    await giveBack(one, 3, { ...BREAD, name: 'Хар талх', unit: 'кг' }, between)
    expect(await giveBack(other, 2, { ...BREAD, price: 300_000 })).toMatchObject({
      ...{ outcome: 'done', body: { name: 'Хар талх', price: 300_000, unit: 'кг' } },
    })
  })

  test('a till of a restore in between is compared with the dump, also after another till gave back', async () => {
    const { shop, one, other } = await changedSince(BREAD)
    const row = (version: number, body: object) => [{ kind: 'product', key: '866', version, body }]
    await one.edit([change('866', 0, null, BREAD)])
    const first = await epochOf(one)
    await newEpoch(shop.admin)
    const now = await epochOf(one)
    await other.refill(first, now, row(4, { ...BREAD, price: 300_000 }))
    expect((await one.refill('between', now, row(2, { ...BREAD, unit: 'кг' }))).answers[0]).toMatchObject({
      ...{ outcome: 'done', body: { ...BREAD, price: 300_000, unit: 'кг' } },
    })
  })

  test('a cursor beyond the server’s position is noticed even with the same epoch', async () => {
    const [, till] = await shopWith(1)
    expect(await till.pull(await epochOf(till), 5)).toMatchObject({ restored: true })
  })
})

test('the hash of a PIN is refused bare, and travels under the pepper', async () => {
  const [, till] = await shopWith(1)
  const person = { id: 'p1', name: 'Болд', role: 'cashier', active: true }
  const hash = JSON.stringify({ salt: 'ab', hash: 'cd', cost: { N: 2, r: 1, p: 1 } })
  const bare = { ...person, pin: JSON.parse(hash) }
  expect(await till.edit([change('p1', 0, null, bare, 'person')])).toMatchObject([{ outcome: 'refused' }])
  const pin = sealSecret(PEPPER, 'p1', hash)
  expect(await till.edit([change('p1', 0, null, { ...person, pin }, 'person')])).toMatchObject([
    { outcome: 'done' },
  ])
  expect(
    await till
      .refill('before', await epochOf(till), [{ kind: 'person', key: 'p2', version: 9, body: bare }])
      .catch(({ failure }) => failure),
  ).toBe('refused')
  const stored = String((await rowsOf(till))[0]?.body?.pin)
  expect(openSecret(PEPPER, 'p1', stored)).toBe(hash)
  expect(openSecret(PEPPER, 'p2', stored)).toBeNull()
  expect(openSecret(new Uint8Array(32), 'p1', stored)).toBeNull()
})

test('a change is hinted at to a till that listens', async () => {
  const [, one, other] = await shopWith(2)
  let stop = async (): Promise<void> => {}
  const hinted = new Promise<void>((resolve) => {
    void other.beat({}).then(async ({ epoch }) => {
      stop = await other.listen(epoch, resolve, () => {})
      await one.edit([change('865', 0, null, BREAD)])
    })
  })
  await hinted
  await stop()
})

test('rows keep their fields on the way to the server and back', () => {
  for (const body of ['{"a":1}', '5', '"text"', 'null', '[1,2]', '{}', '{"":1}', '{"":1,"b":2}']) {
    const fields = wrapped(body)
    expect(JSON.parse(String(bodyOf(fields)))).toEqual(JSON.parse(body))
  }
  expect(bodyOf(wrapped(null))).toBeNull()
})
