/** A rescue and an import are interrupted at any moment: by a kill, or a power cut. */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../main/base/environment.ts'
import { openRegister } from '../../../main/storage/register/index.ts'
import { needs } from '../../support/needs.ts'
import { fill, remount, smallDisk } from '../../support/small-disk.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import {
  emptyDisk,
  powerLossMissing,
  productModule,
  runUnderPowerLoss,
} from '../../support/under-power-loss.ts'

/** Opens the register as the next start does. */
async function goOn(folder: string) {
  const register = await openRegister({ folder, log: silentLog, now: Date.now })
  const found = {
    goods: register.rows('product').map(({ key }) => key),
    people: register.rows('person').length,
    notes: register.rows('note').length,
  }
  register.close()
  return found
}

async function damagedFolder(withBackup: boolean, folder = temporaryFolder()): Promise<string> {
  const register = await openRegister({ folder, log: silentLog, now: Date.now })
  register.write(
    'person',
    ['owner', 'cashier'].map((key) => ({ key, body: '{}' })),
  )
  register.write(
    'product',
    Array.from({ length: 2000 }, (_, at) => ({ key: `k${at}`, body: '1' })),
  )
  if (withBackup) {
    await register.copy()
    register.write('product', [{ key: 'k0', body: '2' }])
  }
  register.close()
  const file = join(folder, 'register.sqlite')
  const content = readFileSync(file)
  content.fill(0x5a, 4096 * 5, 4096 * 6)
  writeFileSync(file, content)
  return folder
}

test('a power cut at any moment of a rescue loses no row, because the rescue is done again', async ({
  skip,
}) => {
  needs(skip, powerLossMissing())
  const disk = emptyDisk()
  await damagedFolder(true, disk)
  const { at } = await runUnderPowerLoss(
    `const { openRegister } = await import('${productModule('storage/register')}')
    const log = { info() {}, warn() {}, error() {} }
    const register = await openRegister({ folder: process.env.FOLDER, log, now: Date.now })
    register.write('product', [{ key: 'k1', body: '3' }])
    register.close()`,
    undefined,
    disk,
  )
  for (let cut = 0; cut < 60; cut++) {
    at(disk, cut / 59, cut + 1)
    const found = await goOn(disk)
    expect([cut, found.goods.length, found.people, found.notes]).toEqual([cut, 2000, 2, 1])
  }
})

test('after a power cut at any moment of a rescue the same number of lost products is reported', async ({
  skip,
}) => {
  needs(skip, powerLossMissing())
  const disk = emptyDisk()
  await damagedFolder(false, disk)
  const { at } = await runUnderPowerLoss(
    `const { openRegister } = await import('${productModule('storage/register')}')
    const log = { info() {}, warn() {}, error() {} }
    const register = await openRegister({ folder: process.env.FOLDER, log, now: Date.now })
    register.close()`,
    undefined,
    disk,
  )
  const told = new Set<string>()
  for (let cut = 0; cut < 40; cut++) {
    at(disk, cut / 39, cut + 1)
    await goOn(disk)
    const database = new DatabaseSync(join(disk, 'register.sqlite'))
    const { body } = database.prepare(`SELECT body FROM register WHERE key = 'damage'`).get() as {
      body: string
    }
    database.close()
    told.add(`${JSON.parse(body).product.lost} lost`)
  }
  expect([...told]).toHaveLength(1)
})

test('a power cut at any moment of an import leaves all old goods or all new ones, and everything else that was written meanwhile', async ({
  skip,
}) => {
  needs(skip, powerLossMissing())
  const disk = emptyDisk()
  const goods = (body: string) => Array.from({ length: 3000 }, (_, at) => ({ key: `k${at}`, body }))
  const before = await openRegister({ folder: disk, log: silentLog, now: Date.now })
  before.write('product', goods('1'))
  before.write('setting', [{ key: 'theme', body: '0' }])
  before.close()
  const { at, said } = await runUnderPowerLoss(
    `const { openRegister } = await import('${productModule('storage/register')}')
    const log = { info() {}, warn() {}, error() {} }
    const register = await openRegister({ folder: process.env.FOLDER, log, now: Date.now })
    let count = 0
    const progress = () => register.write('setting', [{ key: 'theme', body: String(++count) }])
    const goods = register.rows('product').map(({ key }) => ({ key, body: '2' }))
    await register.replaceAll('product', goods, { progress, stopped: () => false }, [{ key: 'told', body: '1' }])
    console.log('replaced')
    register.write('setting', [{ key: 'theme', body: '"light"' }])
    register.close()`,
    undefined,
    disk,
  )
  expect(said).toEqual(['replaced'])
  const seen = new Set<string>()
  let last = 0
  for (let cut = 0; cut < 80; cut++) {
    at(disk, cut / 79, cut + 1)
    const register = await openRegister({ folder: disk, log: silentLog, now: Date.now })
    const bodies = new Set(register.rows('product').map(({ body }) => body))
    const told = register.row('note', 'told') !== null
    const theme = register.row('setting', 'theme')?.body
    expect([cut, register.rows('note').length, bodies.size]).toEqual([cut, told ? 1 : 0, 1])
    expect([cut, [...bodies]]).toEqual([cut, [told ? '2' : '1']])
    if (theme !== '"light"') {
      // A write that was under way may be there at one cut and not at the next.
      expect(Number(theme)).toBeGreaterThanOrEqual(last - 1)
      last = Number(theme)
    }
    register.close()
    seen.add(theme === '"light"' ? 'after' : told ? 'new' : 'old')
  }
  expect([...seen]).toContain('old')
  expect([...seen]).toContain('after')
})

test('a second process cannot open a register that another process writes, and does not change it', async () => {
  const folder = temporaryFolder()
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
      const { openRegister } = await import('${productModule('storage/register')}')
      const log = { info() {}, warn() {}, error() {} }
      const register = await openRegister({ folder: process.env.FOLDER, log, now: Date.now })
      register.write('product', [{ key: 'a', body: '1' }])
      process.stdout.write('open\\n')
      process.stdin.once('data', () => { register.write('product', [{ key: 'a', body: '2' }]); register.close(); process.exit(0) })`,
    ],
    {
      env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', FOLDER: folder },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void child.kill())
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const second = await openRegister({ folder, log: silentLog, now: Date.now }).then(
    (register) => {
      register.close()
      return 'opened'
    },
    ({ failure }) => failure.name,
  )
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.stdin.write('go\n')
  await ended
  const register = await openRegister({ folder, log: silentLog, now: Date.now })
  const [row] = register.rows('product')
  register.close()
  expect([second, row?.body]).toEqual(['JOURNAL_LOCKED', '2'])
})

test('a rescue without enough room is refused at every start and keeps no copy, and with room it is done', async (context) => {
  const disk = smallDisk(context, 3000)
  const folder = join(disk, 'till')
  mkdirSync(folder)
  await damagedFolder(false, folder)
  const { size } = statSync(join(folder, 'register.sqlite'))
  const log: string[] = []
  const start = async (at: number) =>
    openRegister({ folder, log: silentLog, now: () => Date.now() + at * 60_000 }).then(
      (register) => {
        log.push(`opened with ${register.rows('product').length > 1000 ? 'its' : 'too few'} goods`)
        register.close()
      },
      ({ failure }) => log.push(failure.name),
    )
  const aside = () => readdirSync(folder).filter((name) => /damaged/.test(name))
  const free = fill(disk, Math.round((size / 1024) * 1.6))
  for (let at = 0; at < 3; at++) await start(at)
  expect(aside()).toEqual([])
  free()
  await start(3)
  expect(log).toEqual(['DISK_FULL', 'DISK_FULL', 'DISK_FULL', 'opened with its goods'])
  expect(aside()).toHaveLength(1)
})

test('a register on a read-only disk is refused by name, also when it is damaged', async (context) => {
  const disk = smallDisk(context, 3000)
  const folder = join(disk, 'till')
  mkdirSync(folder)
  await damagedFolder(false, folder)
  const sound = join(disk, 'sound')
  mkdirSync(sound)
  ;(await openRegister({ folder: sound, log: silentLog, now: Date.now })).close()
  remount(disk, 'ro')
  const named = await openRegister({ folder: sound, log: silentLog, now: Date.now }).catch(
    ({ failure }) => failure,
  )
  expect(named).toMatchObject({ name: 'JOURNAL_READ_ONLY' })
  await expect(openRegister({ folder, log: silentLog, now: Date.now })).rejects.toMatchObject({
    failure: { name: 'JOURNAL_READ_ONLY' },
  })
  remount(disk, 'rw')
  expect(readdirSync(folder)).toEqual(['register.sqlite'])
})
