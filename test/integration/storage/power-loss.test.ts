/** What the power-loss shim can simulate, and that a till under it loses nothing that it has answered. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { seeded } from '../../../scripts/run/hosts/chance.ts'
import { forkTerminal } from '../../../scripts/run/hosts/terminal-client.ts'
import { powerLoss } from '../../../scripts/trials/torture/power-loss/power-loss.ts'
import { needs } from '../../support/needs.ts'
import { openPractice } from '../../support/terminal.ts'
import { emptyDisk, powerLossMissing, runUnderPowerLoss } from '../../support/under-power-loss.ts'

beforeEach(({ skip }) => needs(skip, powerLossMissing()))

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)
const STAYS = "console.log('done'); setInterval(() => {}, 1000)"
const WHOLE = 'x'.repeat(5000)

const WRITES = (sync: boolean) => `
  import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
  const file = openSync(process.env.FOLDER + '/file', 'w')
  writeSync(file, 'x'.repeat(5000))
  ${sync ? 'fsyncSync(file)' : ''}
  closeSync(file)
  ${STAYS}`

/** The content of the file after each power cut; null when it does not exist. */
async function afterEachCut(source: string, name: string): Promise<(string | null)[]> {
  const { folder, happen } = await runUnderPowerLoss(source, 1)
  const found: (string | null)[] = []
  for (const seed of SEEDS) {
    await happen(folder, seed)
    const file = join(folder, name)
    found.push(existsSync(file) ? readFileSync(file, 'utf8') : null)
  }
  return found
}

test('after a power cut data that was fsynced is there; other data may be gone, torn or whole', async () => {
  expect(await afterEachCut(WRITES(true), 'file')).toEqual(SEEDS.map(() => WHOLE))
  const careless = await afterEachCut(WRITES(false), 'file')
  expect(careless).toContain(null)
  expect(careless).toContain(WHOLE)
  expect(careless.some((text) => text?.includes('x\0'))).toBe(true)
})

const RENAMES = (syncFolder: boolean) => `
  import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
  const { FOLDER } = process.env
  for (const [name, text] of [['file', 'old'], ['draft', 'new']]) writeFileSync(FOLDER + '/' + name, text, { flush: true })
  renameSync(FOLDER + '/draft', FOLDER + '/file')
  ${syncFolder ? "fsyncSync(openSync(FOLDER, 'r'))" : ''}
  ${STAYS}`

test('a new name is durable once its folder was fsynced; until then there is the old file or the new one', async () => {
  expect(new Set(await afterEachCut(RENAMES(true), 'file'))).toEqual(new Set(['new']))
  expect(new Set(await afterEachCut(RENAMES(false), 'file'))).toEqual(new Set(['old', 'new']))
})

const EVERY_WAY = `
  import * as fs from 'node:fs'
  import { backup, DatabaseSync } from 'node:sqlite'
  const at = (name) => process.env.FOLDER + '/' + name
  const database = new DatabaseSync(at('journal.sqlite'))
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE row (data BLOB)')
  for (let number = 0; number < 20; number += 1) database.exec('INSERT INTO row VALUES (randomblob(3000))')
  await backup(database, at('backup.sqlite'))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  fs.writeFileSync(at('x'), 'x'.repeat(10_000), { flush: true })
  fs.appendFileSync(at('x'), 'more')
  fs.truncateSync(at('x'), 9000)
  fs.copyFileSync(at('x'), at('copy'))
  fs.copyFileSync(at('x'), at('clone'), fs.constants.COPYFILE_FICLONE)
  await fs.promises.copyFile(at('x'), at('copied'))
  fs.rmSync(at('copy'))
  fs.writeFileSync(at('with the number of the one before'), 'r')
  await fs.promises.writeFile(at('y'), 'y')
  await fs.promises.appendFile(at('y'), 'z')
  fs.renameSync(at('y'), at('z'))
  fs.linkSync(at('z'), at('w'))
  fs.unlinkSync(at('z'))
  fs.mkdirSync(at('d/e'), { recursive: true })
  fs.writeFileSync(at('d/e/f'), '1')
  fs.cpSync(at('d'), at('cp'), { recursive: true })
  fs.rmSync(at('d/e'), { recursive: true })
  const file = fs.openSync(at('v'), 'w')
  fs.writevSync(file, [Buffer.from('ab'), Buffer.from('cd')])
  fs.writevSync(file, [Buffer.from('ef'), Buffer.from('gh')], 100)
  fs.writeSync(file, 'q', 50)
  fs.closeSync(file)
  await new Promise((resolve) => fs.createWriteStream(at('stream')).end('s'.repeat(100_000), resolve))
  process.chdir(process.env.FOLDER)
  fs.writeFileSync('./d/..//relative', '1')
  console.log('done')`

test('the power-loss shim records every way to write, copy, rename or remove a file', async () => {
  const { said, missed, folder } = await runUnderPowerLoss(EVERY_WAY)
  expect(said).toEqual(['done'])
  expect(missed(folder)).toEqual([])
})

/** A script that writes each reported commit into a file, so that the log shows what was promised at any moment. */
const COMMITS = (synchronous: string) => `
  import { appendFileSync } from 'node:fs'
  import { DatabaseSync } from 'node:sqlite'
  const database = new DatabaseSync(process.env.FOLDER + '/journal.sqlite')
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA wal_autocheckpoint = 25')
  database.exec('CREATE TABLE row (number INTEGER, data BLOB)')
  for (let number = 1; number <= 200; number += 1) {
    database.exec('INSERT INTO row VALUES (' + number + ', randomblob(700))')
    appendFileSync(process.env.FOLDER + '/reported', 'x')
  }
  database.close()`

/**
 * Cuts the power at so many moments, also in the middle of a checkpoint. Returns the damage at each moment, or null.
 */
async function damages(synchronous: string, cuts: number): Promise<readonly (string | null)[]> {
  const { folder, missed, at } = await runUnderPowerLoss(COMMITS(synchronous))
  expect(missed(folder)).toEqual([])
  const random = seeded(1)
  return Array.from({ length: cuts }, (_, seed) => {
    const seen = at(folder, random(), seed)
    return damage(join(folder, 'journal.sqlite'), seen.get('reported')?.content.length ?? 0)
  })
}

function damage(file: string, reported: number): string | null {
  if (reported === 0) return null
  const database = new DatabaseSync(file)
  try {
    const check = database.prepare('PRAGMA quick_check').get()
    const { found } = database
      .prepare('SELECT count(*) AS found FROM row WHERE number <= ?')
      .get(reported) as { found: number }
    if (check?.quick_check !== 'ok') return String(check?.quick_check)
    return found === reported ? null : `${reported - found} of ${reported} commits lost`
  } catch (error) {
    return String(error)
  } finally {
    database.close()
  }
}

test('SQLite as the journal uses it loses no reported commit, and loses some without fsync', async () => {
  expect((await damages('FULL', 80)).filter((found) => found !== null)).toEqual([])
  expect((await damages('OFF', 20)).filter((found) => found !== null)).not.toEqual([])
})

test('every line that a till has answered is there after a power cut', async () => {
  const { address } = await openPractice()
  const folder = emptyDisk()
  const cut = powerLoss()
  const start = async () =>
    forkTerminal({
      env: {
        TUGRIK_DATA: folder,
        TUGRIK_PRACTICE: JSON.stringify(address),
        ...(await cut.env(folder)),
      },
      onView: () => {},
      onLost: () => {},
    })
  for (const seed of [1, 2, 3]) {
    const till = await start()
    const goods = await till.answer('searchGoods', { query: '', category: null, limit: 6 })
    const { products } = (goods.ok ? goods.value : { products: [] }) as { products: { code: string }[] }
    for (const { code } of products.slice(0, 3 + seed)) await till.answer('addProduct', { code })
    await till.kill()
    await cut.happen(folder, seed)
    const again = await start()
    const view = await again.answer('getView', undefined)
    const counter = (view.ok ? view.value : null) as {
      counter: { sale: { id: string; lines: object[] } } | null
    } | null
    expect(counter?.counter?.sale.lines).toHaveLength(3 + seed)
    await again.answer('discardSale', { saleId: counter?.counter?.sale.id })
    await again.stop()
    expect(cut.missed(folder)).toEqual([])
  }
})
