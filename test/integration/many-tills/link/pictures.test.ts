/** Pictures of goods travel between the tills of a shop, after the goods and beside their prices. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { dump, newEpoch, prepareServer, restore } from '../../../../main/many-tills/server/index.ts'
import { sessionVault } from '../../../../main/shop/settings/index.ts'
import { practiceShop } from '../../../support/linked-till.ts'
import { tillAtPractice } from '../../../support/looks.ts'
import { shopServerForFile } from '../../../support/shop-database.ts'
import { squarePicture } from '../../../support/square-picture.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import type { Till } from '../../../support/terminal.ts'

const server = shopServerForFile()
type Place = Awaited<ReturnType<typeof tillAtPractice>>
type Shop = Awaited<ReturnType<typeof practiceShop>>

const GOODS = {
  ...{ code: '4001', name: 'Талх', category: 'Хүнс', price: '2500', unit: 'ш' },
  ...{ taxProductCode: '1', classificationCode: '2349010', taxKind: 'vat', cityTax: 'no', codes: '' },
} as const
const add = ({ ask }: Till, code: string = GOODS.code, price: string = GOODS.price) =>
  ask('saveGoods', { was: null, goods: { ...GOODS, code, price } })
const pictureAt = async ({ till }: Place, code: string = GOODS.code) =>
  (await till.ask('getPictures', { codes: [code] }))[0]?.picture ?? null
const untilPicture = (place: Place, code?: string) =>
  expect.poll(async () => (await pictureAt(place, code)) !== null).toBe(true)
const filesAt = ({ folder }: Place) =>
  existsSync(join(folder, 'goods-pictures')) ? readdirSync(join(folder, 'goods-pictures')).sort() : []
const picturesAt = async ({ admin }: Shop): Promise<readonly string[]> =>
  (await admin.query('SELECT name FROM shop.picture ORDER BY name')).rows.map(({ name }) => name)
const untilServerHas = (shop: Shop, wanted: readonly string[]) =>
  expect.poll(() => picturesAt(shop)).toEqual(wanted)
const untilRow = (shop: Shop, code: string = GOODS.code) =>
  expect
    .poll(
      async () =>
        (await shop.admin.query(`SELECT FROM shop.register WHERE key LIKE '%' || $1`, [code])).rows.length,
    )
    .toBe(1)

/** Two tills. The first has a product with a picture, which has arrived at the second. */
async function twoTills() {
  const shop = await practiceShop(server)
  const [one, two] = [await tillAtPractice(), await tillAtPractice()]
  await add(one.till)
  await one.till.ask('setPicture', { code: GOODS.code, picture: squarePicture() })
  await shop.pair(one.till)
  await shop.pair(two.till)
  await untilPicture(two)
  return { shop, one, two, name: filesAt(one)[0] ?? '' }
}

test('a product shows its picture at the other tills too, and the bytes are sent once', async () => {
  const { shop, one, two, name } = await twoTills()
  expect([filesAt(one), filesAt(two)]).toEqual([[name], [name]])
  expect(await picturesAt(shop)).toEqual([name])
  const third = await tillAtPractice()
  await shop.pair(third.till)
  await untilPicture(third)
  const { rows } = await shop.admin.query(
    'SELECT t.code FROM shop.picture p JOIN shop.till t ON t.id = p.till',
  )
  expect(rows).toEqual([{ code: 'K01' }])
})

test('another picture takes the place of the first one everywhere, and the server drops the first one', async () => {
  const { shop, one, two, name } = await twoTills()
  await two.till.ask('setPicture', { code: GOODS.code, picture: squarePicture(120) })
  const [next] = filesAt(two).filter((one) => one !== name)
  await untilServerHas(shop, [next ?? ''])
  await expect.poll(() => filesAt(one)).toContain(next)
})

test('a picture that is removed leaves the server, and one that two products use stays until the last', async () => {
  const { shop, one, name } = await twoTills()
  await shop.admin.query(
    `INSERT INTO shop.register (shop, kind, key, version, body, fields, position, till)
      SELECT shop, kind, 'other', 1, body || '{"code": "other"}', '{}', position + 1000, till FROM shop.register WHERE kind = 'product' LIMIT 1`,
  )
  await one.till.ask('setPicture', { code: GOODS.code, picture: null })
  const productOf = async () =>
    (
      await shop.admin.query(
        `SELECT body ->> 'picture' AS picture FROM shop.register WHERE kind = 'product' AND key <> 'other'`,
      )
    ).rows
  await expect.poll(productOf).toEqual([{ picture: null }])
  expect(await picturesAt(shop)).toEqual([name])
  await shop.admin.query(`UPDATE shop.register SET body = body - 'picture' WHERE key = 'other'`)
  expect(await picturesAt(shop)).toEqual([])
})

test('a server that was restored gets its pictures back from the tills', async () => {
  const { shop, name } = await twoTills()
  await shop.admin.query('DELETE FROM shop.picture')
  await newEpoch(shop.admin)
  await untilServerHas(shop, [name])
})

test('a till does not upload a damaged picture file, and a till with the intact file does', async () => {
  const shop = await practiceShop(server)
  const vaults = [sessionVault(), sessionVault()] as const
  const [first, two] = [
    await tillAtPractice({ vault: vaults[0] }),
    await tillAtPractice({ vault: vaults[1] }),
  ]
  await add(first.till)
  await first.till.ask('setPicture', { code: GOODS.code, picture: squarePicture() })
  for (const { till } of [first, two]) await shop.pair(till)
  await untilPicture(two)
  for (const { till } of [first, two]) await till.stop()
  const [name = ''] = filesAt(first)
  const path = join(first.folder, 'goods-pictures', name)
  writeFileSync(path, readFileSync(path).subarray(0, 60))
  await shop.admin.query('DELETE FROM shop.picture')
  await newEpoch(shop.admin)
  const one = await tillAtPractice({ folder: first.folder, vault: vaults[0] })
  await add(one.till, '4002')
  await one.till.ask('setPicture', { code: '4002', picture: squarePicture(120) })
  await untilServerHas(
    shop,
    filesAt(one).filter((file) => file !== name),
  )
  const again = await tillAtPractice({ folder: two.folder, vault: vaults[1] })
  await untilServerHas(shop, filesAt(one))
  const whole = readFileSync(join(again.folder, 'goods-pictures', name))
  const { rows } = await shop.admin.query('SELECT body FROM shop.picture WHERE name = $1', [name])
  expect(rows).toEqual([{ body: whole }])
  await expect.poll(() => readFileSync(path).length).toBeGreaterThan(60)
})

test('a till that lost its picture files downloads them again, and can sell a product whose picture is missing at the server, too', async () => {
  const shop = await practiceShop(server)
  const vault = sessionVault()
  const [one, two] = [await tillAtPractice(), await tillAtPractice({ vault })]
  await add(one.till)
  await one.till.ask('setPicture', { code: GOODS.code, picture: squarePicture() })
  for (const { till } of [one, two]) await shop.pair(till)
  await untilPicture(two)
  const restarted = async () => {
    await two.till.stop()
    rmSync(join(two.folder, 'goods-pictures'), { recursive: true })
    return tillAtPractice({ folder: two.folder, vault })
  }
  const again = await restarted()
  await untilPicture(again)
  await again.till.stop()
  await one.till.stop()
  await shop.admin.query('DELETE FROM shop.picture')
  const last = await restarted()
  await expect.poll(async () => (await last.till.ask('getShopDatabase')).link.state).toBe('connected')
  expect(await pictureAt(last)).toBeNull()
  expect((await last.till.ask('addProduct', { code: GOODS.code })).saleId).not.toBe('')
})

test('a price reaches the other till while a picture hangs on its way there, and the pictures follow', async () => {
  const { shop, one, two } = await twoTills()
  await shop.admin.query(`SELECT pg_advisory_lock(7);
    CREATE OR REPLACE FUNCTION till_1.picture(p_fence int, p_name text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      PERFORM pg_advisory_xact_lock(7);
      RETURN (SELECT encode(body, 'base64') FROM shop.picture WHERE name = p_name); END $$`)
  const codes = Array.from({ length: 12 }, (_, index) => `5${100 + index}`)
  for (const code of codes) {
    await add(one.till, code)
    await one.till.ask('setPicture', { code, picture: squarePicture(64 + Number(code.slice(-2))) })
  }
  const hanging = async () =>
    (await shop.admin.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).rows.length
  await expect.poll(hanging).toBe(1)
  await one.till.ask('saveGoods', { was: GOODS.code, goods: { ...GOODS, price: '2700' } })
  const arrived = async () => (await two.till.ask('findGoods', { code: GOODS.code })).row?.product.price
  await expect.poll(arrived).toBe(270_000)
  for (const code of codes) expect(await pictureAt(two, code)).toBeNull()
  await shop.admin.query('SELECT pg_advisory_unlock(7)')
  for (const code of codes) await untilPicture(two, code)
  expect(await picturesAt(shop)).toHaveLength(codes.length + 1)
})

describe('a hostile server', () => {
  /** A new till that gets a product from the server, and these bytes as its picture. */
  async function tillGiven(picture: Uint8Array) {
    const { shop, one, name } = await twoTills()
    await shop.admin.query(`ALTER TABLE shop.picture DROP CONSTRAINT picture_body_check`)
    await shop.admin.query('UPDATE shop.picture SET body = $1', [Buffer.from(picture)])
    await one.till.stop()
    const two = await tillAtPractice()
    await shop.pair(two.till)
    const there = async () => (await two.till.ask('findGoods', { code: GOODS.code })).row?.pictured
    await expect.poll(there).toBe(true)
    // A second product, with a true picture, comes after it.
    await add(two.till, '4002')
    await two.till.ask('setPicture', { code: '4002', picture: squarePicture() })
    await expect.poll(async () => (await picturesAt(shop)).length).toBe(2)
    return { shop, two, name }
  }
  const large = (side: number): Buffer => createCanvas(side, side).toBuffer('image/png')

  test.each<[string, () => Uint8Array]>([
    ['no picture', () => Buffer.from('<script>alert(1)</script>')],
    ['a picture of many dots in few bytes', () => large(3000)],
    [
      'more bytes than a picture may have',
      () => Buffer.concat([Buffer.from(squarePicture(), 'base64'), randomBytes(200_000)]),
    ],
    ['a picture that is cut off', () => Buffer.from(squarePicture(), 'base64').subarray(0, 60)],
  ])('that gives %s makes a till keep nothing', async (_, picture) => {
    const { two, name } = await tillGiven(picture())
    expect(await pictureAt(two)).toBeNull()
    expect(filesAt(two)).not.toContain(name)
    expect(filesAt(two).filter((file) => file.endsWith('.part'))).toEqual([])
  })

  test('cannot hide data behind a picture: each picture is drawn again before it is kept', async () => {
    const tail = '<script>stolen</script>'
    const jpeg = createCanvas(160, 160).toBuffer('image/jpeg')
    const { two, name } = await tillGiven(Buffer.concat([jpeg, Buffer.from(tail)]))
    await untilPicture(two)
    expect(readFileSync(join(two.folder, 'goods-pictures', name)).includes(tail)).toBe(false)
  })

  test('cannot make a till write outside its folder', async () => {
    const { shop, one } = await twoTills()
    await one.till.stop()
    const outside = '../../outside.jpg'
    await shop.admin.query(`
      CREATE OR REPLACE FUNCTION till_1.pictures(p_fence int, p_names text[]) RETURNS json LANGUAGE sql AS
        $$ SELECT json_build_object('there', json_build_array('${outside}', p_names[1]), 'wanted', json_build_array('${outside}')) $$`)
    await shop.admin.query(
      `UPDATE shop.register SET body = jsonb_set(body, '{picture}', '"${outside}"'), position = position + 1000 WHERE kind = 'product'`,
    )
    await shop.admin.query('UPDATE shop.shop SET position = position + 1000')
    const two = await tillAtPractice()
    writeFileSync(join(two.folder, 'before'), '')
    await shop.pair(two.till)
    await add(two.till, '4002')
    await untilRow(shop, '4002')
    expect(filesAt(two)).toEqual([])
    expect(existsSync(join(two.folder, '..', 'outside.jpg'))).toBe(false)
    expect((await two.till.ask('findGoods', { code: GOODS.code })).row).toBeNull()
  })
})

test('the server takes no picture that no product of the shop uses, that is too large, or whose name is a path', async () => {
  const shop = await server.shopDatabase()
  const till = await shop.till()
  const product = (picture: string) => ({ set: { name: 'Талх', picture }, unset: [], remove: false })
  await till.edit([
    { id: '1', kind: 'product', key: '1', base: 0, patch: product('a.jpg') },
    { id: '2', kind: 'product', key: '2', base: 0, patch: product('../b.jpg') },
  ])
  expect(await till.givePicture('stranger.jpg', Buffer.from('x'))).toBe(false)
  await expect(till.givePicture('../b.jpg', Buffer.from('x'))).rejects.toMatchObject({ failure: 'refused' })
  await expect(till.givePicture('a.jpg', randomBytes(131_073))).rejects.toMatchObject({ failure: 'refused' })
  await expect(till.givePicture('a.jpg', Buffer.alloc(0))).rejects.toMatchObject({ failure: 'refused' })
  expect(await till.givePicture('a.jpg', Buffer.from('x'))).toBe(true)
  expect(await till.givePicture('a.jpg', Buffer.from('another'))).toBe(true)
  expect(await till.picture('a.jpg')).toEqual(Buffer.from('x'))
  expect(await till.pictures(['a.jpg', 'b.jpg'])).toEqual({ there: ['a.jpg'], wanted: [] })
})

test('a dump has the pictures', async () => {
  const shop = await server.shopDatabase()
  const till = await shop.till()
  const patch = { set: { name: 'Талх', picture: 'a.jpg' }, unset: [], remove: false }
  await till.edit([{ id: '1', kind: 'product', key: '1', base: 0, patch }])
  await till.givePicture('a.jpg', Buffer.from('x'))
  const file = join(temporaryFolder(), 'shop.dump')
  await dump(shop.admin, file)
  const empty = await server.emptyDatabase()
  await prepareServer(empty.admin)
  await restore(empty.admin, file, 'all')
  expect((await empty.admin.query('SELECT name, body FROM shop.picture')).rows).toEqual([
    { name: 'a.jpg', body: Buffer.from('x') },
  ])
})
