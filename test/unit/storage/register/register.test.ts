import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { openRegister, type Register } from '../../../../main/storage/register/index.ts'
import { fullRuns } from '../../../support/full-runs.ts'
import { heldFile } from '../../../support/held-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const NOW = Date.UTC(2026, 10, 22, 1, 2, 3)

async function open(folder = temporaryFolder()): Promise<Register> {
  const register = await openRegister({ folder, log: silentLog, now: () => NOW })
  onTestFinished(register.close)
  return register
}

/** A new register, open in a folder of its own. */
async function opened() {
  const folder = temporaryFolder()
  return { folder, register: await open(folder) }
}

const draftsIn = (folder: string) => readdirSync(folder).filter((name) => name.includes('part'))

const body = (value: unknown): string => JSON.stringify(value)
const bodies = (register: Register) =>
  register.rows('product').map(({ key, body }) => [key, JSON.parse(body)])

test('the version of a row starts at 1 and grows by one with each change of its body', async () => {
  const register = await open()
  const versions = [1, 1, 2, 1].map((value) => {
    register.write('product', [{ key: 'a', body: body(value) }])
    return register.rows('product')[0]?.version
  })
  expect(versions).toEqual([1, 1, 2, 3])
})

test('a removed row that is written again continues its versions and comes after the other rows', async () => {
  const { folder, register } = await opened()
  register.write('product', [
    { key: 'a', body: '1' },
    { key: 'b', body: '1' },
  ])
  register.write('product', [{ key: 'a', body: null }])
  expect(bodies(register)).toEqual([['b', 1]])
  register.write('product', [{ key: 'a', body: '1' }])
  register.close()
  expect((await open(folder)).rows('product')).toEqual([
    { key: 'b', version: 1, body: '1' },
    { key: 'a', version: 3, body: '1' },
  ])
})

test('rows of different kinds with the same key are independent', async () => {
  const register = await open()
  register.write('product', [{ key: 'a', body: '1' }])
  register.write('person', [{ key: 'a', body: '2' }])
  expect([register.rows('product'), register.rows('person'), register.rows('setting')]).toEqual([
    [{ key: 'a', version: 1, body: '1' }],
    [{ key: 'a', version: 1, body: '2' }],
    [],
  ])
})

test('a write with one invalid row stores none of its rows', async () => {
  const register = await open()
  const wrong = { key: 'b', body: {} as unknown as string }
  expect(() => register.write('product', [{ key: 'a', body: '1' }, wrong])).toThrow()
  expect(register.rows('product')).toEqual([])
})

test('after any writes and replacements the register has the rows that a map would have, in the same order', async () => {
  const change = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    body: fc.option(fc.nat(3).map(String)),
  })
  const step = fc.oneof(
    fc.record({ write: fc.array(change, { maxLength: 4 }) }),
    fc.record({
      replace: fc.uniqueArray(
        change.map(({ key, body }) => ({ key, body: body ?? '0' })),
        {
          selector: ({ key }) => key,
        },
      ),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const { folder, register } = await opened()
      let model = new Map<string, string>()
      for (const one of steps) {
        if ('write' in one) {
          register.write('product', one.write)
          for (const { key, body } of one.write) body === null ? model.delete(key) : model.set(key, body)
        } else {
          // Existing rows keep their position, and new rows follow, as in an import.
          const next = new Map<string, string>(one.replace.map(({ key, body }) => [key, body]))
          await register.replaceAll('product', one.replace)
          model = new Map([...[...model].filter(([key]) => next.has(key)), ...next])
        }
        expect(register.rows('product').map(({ key, body }) => [key, body])).toEqual([...model])
      }
      register.close()
      const again = await open(folder)
      expect([...again.portions('product')].flat().map(({ key, body }) => [key, body])).toEqual([...model])
      again.close()
    }),
    { numRuns: fullRuns(120) },
  )
})

const many = (count: number, value: number) =>
  Array.from({ length: count }, (_, at) => ({ key: `k${at}`, body: body(value) }))

test('a replacement that is stopped changes nothing, and other writes succeed meanwhile', async () => {
  const register = await open()
  register.write('product', [{ key: 'old', body: '1' }])
  let written = 0
  const done = await register.replaceAll('product', many(9000, 1), {
    progress: (count) => {
      written = count
      register.write('setting', [{ key: 'language', body: body(count) }])
    },
    stopped: () => written >= 4000,
  })
  expect(done).toBe(false)
  expect(bodies(register)).toEqual([['old', 1]])
  expect(register.rows('setting')).toHaveLength(1)
  expect(await register.replaceAll('product', many(9000, 1))).toBe(true)
  expect(bodies(register)).toHaveLength(9000)
})

test('rows that are written while the goods are replaced are there afterwards, in the same order as without a replacement', async () => {
  const { folder, register } = await opened()
  register.write('person', [
    { key: 'gone', body: '1' },
    { key: 'back', body: '1' },
    { key: 'stays', body: '1' },
  ])
  register.write('person', [{ key: 'back', body: null }])
  register.write('note', [{ key: 'old', body: '1' }])
  let begun = false
  await register.replaceAll(
    'product',
    many(9000, 1),
    {
      progress: () => {
        if (begun) return
        begun = true
        register.write('person', [{ key: 'gone', body: null }])
        register.write('person', [{ key: 'back', body: '2' }])
        register.write('person', [{ key: 'new', body: '1' }], [{ key: 'old', body: null }])
      },
      stopped: () => false,
    },
    [{ key: 'told', body: '1' }],
  )
  const found = [register.rows('person'), register.rows('note'), bodies(register).length]
  expect(found).toEqual([
    [
      { key: 'stays', version: 1, body: '1' },
      { key: 'back', version: 3, body: '2' },
      { key: 'new', version: 1, body: '1' },
    ],
    [{ key: 'told', version: 1, body: '1' }],
    9000,
  ])
  register.write('person', [{ key: 'gone', body: '2' }])
  register.close()
  const again = await open(folder)
  expect(again.row('person', 'gone')).toEqual({ key: 'gone', version: 3, body: '2' })
  expect(draftsIn(folder)).toEqual([])
})

test('a kind cannot be written while its rows are replaced, because the replacement would undo it', async () => {
  const register = await open()
  const done = register.replaceAll('product', many(3, 1))
  await Promise.resolve()
  expect(() => register.write('product', [{ key: 'a', body: '1' }])).toThrow()
  await done
  register.write('product', [{ key: 'a', body: '1' }])
  expect(bodies(register)).toHaveLength(4)
})

test('a replacement that cannot be written leaves the rows as they were, and the next one succeeds', async () => {
  const { folder, register } = await opened()
  register.write('product', [{ key: 'old', body: '1' }])
  const wrong = [...many(3000, 1), { key: 'wrong', body: '{' }]
  await expect(register.replaceAll('product', wrong)).rejects.toMatchObject({ failure: {} })
  expect([bodies(register), draftsIn(folder)]).toEqual([[['old', 1]], []])
  expect(await register.replaceAll('product', many(3, 1))).toBe(true)
})

test('a register whose replacement was killed opens with the rows of before, and without the draft', async () => {
  const { folder, register } = await opened()
  register.write('product', [{ key: 'old', body: '1' }])
  register.close()
  writeFileSync(join(folder, 'register.sqlite.part'), readFileSync(join(folder, 'register.sqlite')))
  expect([bodies(await open(folder)), draftsIn(folder)]).toEqual([[['old', 1]], []])
})

test('a copy of the register that was killed half-way is removed at the next start', async () => {
  const { folder, register } = await opened()
  await register.copy()
  register.close()
  const copies = join(folder, 'backups')
  for (const end of ['', '-journal']) writeFileSync(join(copies, `register.part${end}`), 'half')
  await open(folder)
  expect(readdirSync(copies)).toEqual(['register.sqlite'])
})

test('a register that another program holds just after a replacement is opened again when it is next used', async () => {
  const { register } = await opened()
  register.write('product', many(3, 1))
  let begun = false
  const progress = (): void => {
    if (!begun) heldFile({ work: ['open'], path: (path) => basename(path) === 'register.sqlite', times: 5 })
    begun = true
  }
  const replaced = await register.replaceAll('product', many(3, 2), { progress, stopped: () => false })
  register.write('setting', [{ key: 'theme', body: '1' }])
  const values = bodies(register).map(([, value]) => value)
  expect([replaced, values, register.row('setting', 'theme')?.body]).toEqual([true, [2, 2, 2], '1'])
})

test('a till starts although another program holds the draft of an interrupted import', async () => {
  const folder = temporaryFolder()
  ;(await open(folder)).close()
  writeFileSync(join(folder, 'register.sqlite.part'), '')
  heldFile({ work: ['remove'], path: (path) => path.endsWith('.part') })
  expect(bodies(await open(folder))).toEqual([])
})

test('the copy is one file with every row, and opens as a register', async () => {
  const { folder, register } = await opened()
  register.write('product', many(3000, 1))
  await register.copy()
  register.write('product', [{ key: 'later', body: '1' }])
  await register.copy()
  const backups = join(folder, 'backups')
  expect(readdirSync(backups)).toEqual(['register.sqlite'])
  expect(bodies(await open(backups))).toHaveLength(3001)
})

/** Overwrites a part of the file. */
function spoil(file: string, from: number, to?: number): Buffer {
  const content = readFileSync(file)
  content.fill(0x5a, from, to)
  writeFileSync(file, content)
  return content
}

async function damaged(rows: number, { backup = false } = {}) {
  const { folder, register } = await opened()
  register.write('setting', [{ key: 'language', body: '"en"' }])
  register.write('person', [{ key: 'owner', body: '{}' }])
  register.write('product', many(rows, 1))
  if (backup) {
    await register.copy()
    register.write('product', [{ key: 'k0', body: '2' }])
  }
  register.close()
  const file = join(folder, 'register.sqlite')
  return { folder, file, aside: join(folder, 'register.damaged-20261122-010203-1.sqlite') }
}

const damageOf = (register: Register) =>
  JSON.parse(register.rows('note').find(({ key }) => key === 'damage')?.body ?? 'null')

test('rows on damaged pages are reported as lost; all other rows and the damaged file are kept', async () => {
  const { folder, file, aside } = await damaged(3000)
  const content = spoil(file, 4096 * 10, 4096 * 12)
  const register = await open(folder)
  const read = bodies(register).length
  expect(read).toBeGreaterThan(2000)
  expect(read).toBeLessThan(3000)
  expect([3000 - read, null]).toContain(damageOf(register).product.lost)
  expect(damageOf(register)).toMatchObject({ setAside: aside, product: { old: 0 }, own: true, seen: false })
  expect(readFileSync(aside)).toEqual(content)
  expect(register.rows('setting')).toMatchObject([{ key: 'language', body: '"en"' }])
})

test('rows on damaged pages come from the last backup; readable rows are kept as they are', async () => {
  const { folder, file } = await damaged(3000, { backup: true })
  spoil(file, 4096 * 10, 4096 * 12)
  const register = await open(folder)
  expect(bodies(register)).toHaveLength(3000)
  expect(bodies(register)[0]).toEqual(['k0', 2])
  expect(damageOf(register).product.old).toBeGreaterThan(10)
})

test('an unreadable register without a backup is marked as having lost its staff', async () => {
  const { folder, file } = await damaged(300)
  spoil(file, 0)
  const register = await open(folder)
  expect(register.rows('note').map(({ key }) => key)).toContain('people-lost')
  expect(damageOf(register)).toMatchObject({ own: true, person: { lost: null } })
})

test('a rescue that was cut off at any moment is done again at the next start', async () => {
  const { folder, file, aside } = await damaged(3000)
  const content = spoil(file, 4096 * 10, 4096 * 12)
  const rescued = await open(folder)
  const whole = bodies(rescued)
  rescued.close()
  const made = readFileSync(file)
  const cuts = [0, 1, 4096, 9000, made.length - 4096, made.length]
  for (const cut of [
    ...cuts.map((size) => ['part', size] as const),
    ...cuts.map((size) => ['aside', size] as const),
  ]) {
    const [where, size] = cut
    const before = temporaryFolder()
    writeFileSync(join(before, 'register.sqlite'), content)
    // The damaged file is copied first, and then the new one is written.
    writeFileSync(join(before, basename(aside)), where === 'aside' ? content.subarray(0, size) : content)
    if (where === 'part') writeFileSync(join(before, 'register.sqlite.part'), made.subarray(0, size))
    const again = await open(before)
    expect([cut, bodies(again)]).toEqual([cut, whole])
    expect(readFileSync(damageOf(again).setAside).equals(content)).toBe(true)
    again.close()
    expect(readdirSync(before).filter((name) => name.includes('part'))).toEqual([])
  }
})
