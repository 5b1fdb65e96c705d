/** What the shop database could not take is shown record by record, with the reason, and without the record's body. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shopDatabase as administer } from '../../../../scripts/shop-database/commands.ts'
import {
  newChain,
  saleEvents,
  saleRow,
  shopServerForFile,
  type TestTill,
} from '../../../support/shop-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const server = shopServerForFile()
const SECRET = 'scrypt$hash-of-a-pin'

/** A till whose sale is known, and of which one record of each kind of trouble was put apart. */
async function troubled() {
  const shop = await server.shopDatabase()
  const till = await shop.till()
  const [chain, events] = [newChain(), saleEvents(6)]
  const saleId = String(events[0]?.subject)
  const body = (more: object) => JSON.stringify({ kind: 'line-added', pin: SECRET, ...more })
  const known = saleRow(saleId, 1, { number: 'K01-261124-0007-X7F3' })
  await till.push('event', chain, 1, events.slice(0, 2), [known])
  const wrong = [
    { ...events[0], body: body({ amount: 1 }) },
    { ...events[2], body: body({ lottery: 'AB 12345678' }) },
    { ...events[3], body: body({ note: 'x'.repeat(1_000_001) }) },
    { ...events[4], body: body({ note: '\u0000' }) },
  ] as ReturnType<typeof saleEvents>
  await till.push('event', chain, 3, wrong, [
    { kind: 'sum', key: 'day 2026-11-24', version: 1, body: SECRET as unknown as object },
  ])
  const [entry] = saleEvents(1, `audit ${chain}`)
  await till.push('audit', chain, 1, [
    { ...entry, kind: 'signIn', body: '{"kind":"other"}' } as ReturnType<typeof saleEvents>[number],
  ])
  return { shop, till, saleId }
}

const listed = async (till: TestTill) => (await till.setApart(till.code, 100)) ?? []

test('each record in quarantine is named by its kind, its sale and its number, with the reason in plain words', async () => {
  const { till } = await troubled()
  const number = 'K01-261124-0007-X7F3'
  const records = (await listed(till)).map(({ source, position, kind, why, ...one }) => [
    ...[source, position, kind, one.number, why],
  ])
  expect(records).toEqual([
    ['event', 3, 'line-added', number, 'differs'],
    // Its content must not be kept, so only its place is known.
    ['event', 4, null, null, 'sealed'],
    ['event', 5, 'line-added', number, 'large'],
    ['event', 6, 'line-added', number, 'unreadable'],
    ['row', null, 'sum', null, 'unreadable'],
    ['audit', 1, 'signIn', null, 'unreadable'],
  ])
  for (const { at } of await listed(till)) expect(at).toBeGreaterThan(Date.UTC(2026, 0, 1))
})

test('the list has no body, no hash of a PIN and no words of the server', async () => {
  const { till } = await troubled()
  const text = JSON.stringify(await listed(till))
  expect(text).not.toMatch(/scrypt|AB 12345678|lottery|body"|violates|constraint/)
})

test('a record that a person has read is listed and counted no more', async () => {
  const { till } = await troubled()
  const [first] = await listed(till)
  await till.acknowledge(first?.id ?? 0)
  expect(await listed(till)).toHaveLength(5)
  expect((await till.fleet())[0]?.quarantine).toBe(5)
})

test('figures in quarantine are counted with their till, also after a person has read them, until the till sends them again', async () => {
  const { till } = await troubled()
  const apart = async () => (await till.figures(null, { sums: [] })).tills[0]?.apart
  for (const { id } of await listed(till)) await till.acknowledge(id)
  expect(await apart()).toBe(1)
  const sum = { kind: 'sum' as const, key: 'day 2026-11-24', version: 1 }
  const chain = newChain()
  await till.push('event', chain, 1, saleEvents(1), [{ ...sum, body: 'x' as unknown as object }])
  expect(await apart()).toBe(1)
  await till.push('event', chain, 2, saleEvents(1), [{ ...sum, version: 2, body: { amount: 1 } }])
  expect(await apart()).toBe(0)
  await till.push('event', chain, 3, saleEvents(1), [{ ...sum, version: 3, body: 'x' as unknown as object }])
  expect(await apart()).toBe(1)
  // Another journal of the till has sums of its own.
  await till.push('event', newChain(), 1, saleEvents(1), [])
  expect(await apart()).toBe(0)
})

test('the list has only the records of the named till, and is null if no till has that code', async () => {
  const { shop, till } = await troubled()
  const other = await shop.till()
  expect(await other.setApart(other.code, 100)).toEqual([])
  expect(await other.setApart(till.code, 2)).toHaveLength(2)
  expect(await other.setApart('ZZ', 100)).toBeNull()
})

test('whoever runs the server gets the same list with the status of each till, the first twenty', async () => {
  const { shop, till } = await troubled()
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...saleEvents(1, `sale-${index}`)[0],
    body: 'none',
  })) as ReturnType<typeof saleEvents>
  await till.push('event', newChain(), 1, many)
  const { host, port, password, ca } = server.server()
  const file = join(temporaryFolder(), 'ca.crt')
  writeFileSync(file, ca)
  const lines: string[] = []
  const url = `postgres://postgres:${password}@${host}:${port}/${shop.name}`
  const done = await administer(['status', '--url', url, '--ca', file], (line) => lines.push(line))
  expect([done, lines.filter((line) => line.startsWith('    '))]).toMatchObject([0, { length: 20 }])
  expect(lines.join('\n')).toContain(
    'event 3 line-added of sale K01-261124-0007-X7F3: The server has another record',
  )
  expect(lines.join('\n')).not.toMatch(/scrypt|AB 12345678/)
})
