/** A manager connects a till to a shop database with a code, and learns why it does not work. */
import { expect, test } from 'vitest'
import { pairingLink, pairTill } from '../../../../main/many-tills/server/index.ts'
import { newPairingCode } from '../../../../main/many-tills/server/pairing-code.ts'
import { sessionVault } from '../../../../main/shop/settings/index.ts'
import { TEXTS } from '../../../../shared/texts/index.ts'
import { rungUp } from '../../../support/charged-sale.ts'
import { FEW_CODE_ITERATIONS } from '../../../support/cheap-hashes.ts'
import { eventually } from '../../../support/eventually.ts'
import { lineTo } from '../../../support/line.ts'
import { practiceShop } from '../../../support/linked-till.ts'
import { lockableKeyring } from '../../../support/lockable-keyring.ts'
import { tillAtPractice } from '../../../support/looks.ts'
import { ALL_TENDERS, closeShift } from '../../../support/open-shift.ts'
import { entersOwnShop } from '../../../support/own-shop.ts'
import { inRegister } from '../../../support/register-in.ts'
import { officeWithoutStaff, setUpFile } from '../../../support/set-up-files.ts'
import { PEPPER, shopServerForFile } from '../../../support/shop-database.ts'
import { openPractice, startTill, type Till } from '../../../support/terminal.ts'

const server = shopServerForFile()
const open = () => tillAtPractice({ settings: { tenders: ALL_TENDERS } })

test('a till joins with a typed code, takes the code of the shop, and is connected', async () => {
  const shop = await practiceShop(server)
  const { till, folder } = await open()
  const address = `localhost:${server.server().port}/${shop.name}`
  const code = (await shop.newCode({ code: 'T7' })).toLowerCase().replaceAll('-', ' ')
  expect(await till.ask('joinShopDatabase', { code, server: address })).toEqual({
    ...{ shop: 'Сургалт', code: 'T7', server: address },
  })
  await eventually(async () => {
    expect(await till.ask('getShopDatabase')).toMatchObject({
      link: { state: 'connected' },
      member: { shop: 'Сургалт', code: 'T7', server: address },
      trouble: null,
      missing: 0,
    })
  })
  expect((await till.view()).settings.terminalCode).toBe('T7')
  await till.stop()
  await inRegister(folder, ({ rows }) => {
    expect(rows('note').map(({ key }) => key)).toEqual(['shop-database-test'])
    expect(JSON.stringify(rows('note'))).not.toMatch(/password|pepper/)
  })
})

test('a till joins with a scanned link, which has the address', async () => {
  const shop = await practiceShop(server)
  const { till } = await open()
  const address = { host: 'localhost', port: server.server().port, database: shop.name }
  const link = pairingLink(address, await shop.newCode())
  expect(await till.ask('joinShopDatabase', { code: link, server: '' })).toMatchObject({ shop: 'Сургалт' })
})

test('a till joins although the server never answers the end of its connection', async () => {
  const shop = await practiceShop(server)
  const { till } = await open()
  const line = await lineTo(server.server().port)
  line.slow(100)
  line.loseEnds()
  await shop.pair(till, { port: line.port })
  await till.untilView(({ shopLink }) => shopLink.state === 'connected')
})

test('a till that joined takes no other code of a person, until it leaves', async () => {
  const shop = await practiceShop(server)
  const { till } = await open()
  await shop.pair(till)
  await expect(till.ask('saveSettings', { terminalCode: 'X9' })).rejects.toThrow('CODE_OF_SHOP_DATABASE')
  await expect(shop.pair(till)).rejects.toThrow('NOT_NOW')
  await till.ask('leaveShopDatabase')
  expect(await till.ask('getShopDatabase')).toMatchObject({ link: { state: 'off' }, member: null })
  await till.ask('saveSettings', { terminalCode: 'X9' })
  await shop.pair(till)
})

/** A till that goes to live mode and back, and joins shops of either mode. */
async function tillOfTwoModes(vault = sessionVault()) {
  const shop = await practiceShop(server)
  const { url, username, password, invoice_code } = (await openPractice()).address
  const { till } = await tillAtPractice({ settings: { tenders: ALL_TENDERS }, vault })
  await entersOwnShop(till)
  return {
    till,
    shop,
    join: async (shopName: 'Номин' | 'Сургалт', code: string) =>
      till.ask('joinShopDatabase', {
        code: await shop.newCode({ shop: shopName, code }),
        server: `localhost:${server.server().port}/${shop.name}`,
      }),
    goesLive: () =>
      till.ask('connectMerchant', { baseUrl: url, username, password, invoiceCode: invoice_code }),
    leavesLive: () => till.ask('leaveMerchant'),
    sellsUnder: async () => {
      const { saleId } = await rungUp(till, 1)
      const { senderInvoiceNo } = (await till.ask('getSale', { saleId })).view.sale
      expect((await till.view()).settings.terminalCode).toBe(senderInvoiceNo.split('-')[0])
      return senderInvoiceNo.split('-')[0]
    },
  }
}

test('a till of two shops sells in each mode under the code of that mode’s shop, also after it went to the other mode', async () => {
  const { join, goesLive, leavesLive, sellsUnder } = await tillOfTwoModes()
  await goesLive()
  await join('Номин', 'K05')
  await leavesLive()
  await join('Сургалт', 'K02')
  expect(await sellsUnder()).toBe('K02')
  await goesLive()
  expect(await sellsUnder()).toBe('K05')
  await leavesLive()
  expect(await sellsUnder()).toBe('K02')
})

test('a till that sold without a shop database sells in live mode under its own code again, whatever code a shop of test mode gave it', async () => {
  const { till, join, goesLive, leavesLive, sellsUnder } = await tillOfTwoModes()
  await till.ask('saveSettings', { terminalCode: 'A7' })
  await join('Сургалт', 'K02')
  await goesLive()
  expect(await sellsUnder()).toBe('A7')
  await Promise.all([leavesLive(), leavesLive()]) // a double tap
  expect(await sellsUnder()).toBe('K02')
  await till.ask('leaveShopDatabase')
  await join('Сургалт', 'K03')
  await goesLive()
  expect(await sellsUnder()).toBe('A7')
})

test('a till that sold in live mode under the first code keeps it there, and one whose code nobody chose takes that of its shop of test mode', async () => {
  const chosen = await tillOfTwoModes()
  await chosen.goesLive()
  await chosen.sellsUnder()
  await chosen.leavesLive()
  await chosen.join('Сургалт', 'K02')
  await chosen.goesLive()
  expect(await chosen.sellsUnder()).toBe('K01')
  const anew = await tillOfTwoModes()
  await anew.join('Сургалт', 'K02')
  await anew.goesLive()
  expect(await anew.sellsUnder()).toBe('K02')
})

test('a set-up during a shift of live mode must name the code that the till has in live mode, even if a shop of test mode gave it another', async () => {
  const file = await setUpFile(await officeWithoutStaff())
  const { till, join, goesLive, leavesLive, sellsUnder } = await tillOfTwoModes(lockableKeyring().vault())
  await till.ask('saveSettings', { terminalCode: 'A7' })
  await join('Сургалт', 'K02')
  await goesLive()
  await till.ask('openShift', { float: '50000' })
  await leavesLive()
  const setUp = async (terminal: string) => {
    const wish = { terminal, computer: 'POS-02', takeOver: false, olderFile: false, dryRun: false }
    return till.terminal.setUp(await file.opened(), wish)
  }
  await expect(setUp('K02')).rejects.toThrow('CODE_IN_LIVE_SHIFT')
  const { changes } = await setUp('A7')
  expect(changes.map(({ field }) => field)).not.toContain('terminalCode')
  expect(await sellsUnder()).toBe('A7')
  await leavesLive()
  expect(await sellsUnder()).toBe('K02')
})

test('a till in live mode keeps its code, also where the code of live mode was left behind', async () => {
  const { url: baseUrl, username, password, invoice_code: invoiceCode } = (await openPractice()).address
  const merchant = { baseUrl, username, invoiceCode }
  const { till } = await tillAtPractice({
    settings: { tenders: ALL_TENDERS, terminalCode: 'K02', liveTerminalCode: 'A7', merchant },
  })
  const code = () => till.terminal.settings().terminalCode
  await till.ask('connectMerchant', { ...merchant, password })
  expect(code()).toBe('K02')
  await till.ask('leaveMerchant')
  await till.ask('connectMerchant', { ...merchant, password })
  expect(code()).toBe('K02')
})

test('a code that a person gives the till in test mode is that of live mode too', async () => {
  const { till, join, goesLive, leavesLive, sellsUnder } = await tillOfTwoModes()
  await goesLive()
  await leavesLive()
  await join('Сургалт', 'K02')
  await till.ask('leaveShopDatabase')
  await till.ask('saveSettings', { terminalCode: 'B8' })
  await goesLive()
  expect(await sellsUnder()).toBe('B8')
})

/** Locks the table of tills, so that the server answers no till that joins before `goesOn` is called. */
async function heldServer(shop: Awaited<ReturnType<typeof practiceShop>>) {
  const holder = await shop.connect()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE shop.till IN SHARE MODE')
  return {
    untilAsked: (times = 1) =>
      eventually(async () => {
        const { rows } = await shop.admin.query(
          `SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%join_shop%'`,
        )
        expect(rows.length).toBe(times)
      }),
    goesOn: () => holder.query('COMMIT'),
  }
}

/** A till that joins a shop whose server does not answer before `goesOn`. */
async function tillThatJoins() {
  const { till, shop, goesLive } = await tillOfTwoModes()
  return { till, goesLive, ...(await joins(till, shop, {})) }
}

async function joins(
  till: Till,
  shop: Awaited<ReturnType<typeof practiceShop>>,
  ofShop: { readonly shop?: string },
) {
  const { name: backedUp } = await till.ask('backUpNow')
  const code = await shop.newCode({ code: 'K02', ...ofShop })
  const { untilAsked, goesOn } = await heldServer(shop)
  const address = `localhost:${server.server().port}/${shop.name}`
  const joining = till.ask('joinShopDatabase', { code, server: address }).then(
    () => 'joined',
    (error: Error) => error.message,
  )
  await untilAsked()
  return { backedUp, joining, goesOn }
}

test('a till that restores a backup while it joins is connected', async () => {
  const { till, backedUp, joining, goesOn } = await tillThatJoins()
  await till.ask('restoreBackup', { name: backedUp })
  await goesOn()
  expect(await joining).toBe('joined')
  await till.untilView(({ shopLink }) => shopLink.state === 'connected')
})

test('a till whose shop could not be opened again while it joins is connected once it can be', async () => {
  const shop = await practiceShop(server)
  const vault = sessionVault()
  const { till: first, folder, address: practice } = await tillAtPractice({ vault })
  await entersOwnShop(first)
  const { url: baseUrl, username, password, invoice_code: invoiceCode } = (await openPractice()).address
  await first.ask('connectMerchant', { baseUrl, username, password, invoiceCode })
  await first.stop()
  let isLocked = false
  const read: typeof vault.read = (name) => {
    if (isLocked && name === 'merchant-password') throw new Error('the keyring is gone')
    return vault.read(name)
  }
  const till = await startTill({ folder, practice, vault: { ...vault, read } })
  const { backedUp, joining, goesOn } = await joins(till, shop, { shop: 'Номин' })
  isLocked = true
  await expect(till.ask('restoreBackup', { name: backedUp })).rejects.toThrow('UNEXPECTED')
  isLocked = false
  await goesOn()
  expect(await joining).toBe('joined')
  await till.untilView(({ shopLink }) => shopLink.state === 'connected')
})

test('a till that is given two codes at once joins with one of them, and sells under its terminal code', async () => {
  const { till, shop, sellsUnder } = await tillOfTwoModes()
  const codes = [await shop.newCode({ code: 'K02' }), await shop.newCode({ code: 'K03' })]
  const held = await heldServer(shop)
  const address = `localhost:${server.server().port}/${shop.name}`
  const joining = codes.map((code) => till.ask('joinShopDatabase', { code, server: address }))
  await held.untilAsked(codes.length)
  await held.goesOn()
  const [joined, ...others] = (await Promise.allSettled(joining)).toSorted((one, other) =>
    one.status.localeCompare(other.status),
  )
  expect(joined).toMatchObject({ status: 'fulfilled' })
  expect(others).toMatchObject([{ reason: { message: 'NOT_NOW' } }])
  await till.untilView(({ shopLink }) => shopLink.state === 'connected')
  const { member } = await till.ask('getShopDatabase')
  expect(await sellsUnder()).toBe(member?.code)
})

test('a till that goes to the other mode while it joins does not belong to the shop in either mode, and is told so', async () => {
  const { till, goesLive, joining, goesOn } = await tillThatJoins()
  await goesLive()
  await goesOn()
  expect(await joining).toBe('OTHER_MODE')
  expect(await till.ask('getShopDatabase')).toMatchObject({ link: { state: 'off' }, member: null })
  await till.ask('leaveMerchant')
  expect(await till.ask('getShopDatabase')).toMatchObject({ link: { state: 'off' }, member: null })
})

test('a till with an open shift keeps its code, so it joins after the shift', async () => {
  const shop = await practiceShop(server)
  const { till } = await open()
  await till.ask('openShift', { float: '50000' })
  await expect(shop.pair(till)).rejects.toThrow('CODE_IN_SHIFT')
  await closeShift(till)
  await shop.pair(till)
})

test('a person learns what is wrong with a code or an address', async () => {
  const shop = await practiceShop(server)
  const { till } = await open()
  const { port } = server.server()
  const join = (code: string, where = `localhost:${port}/${shop.name}`) =>
    till.ask('joinShopDatabase', { code, server: where })
  const code = await shop.newCode()
  const mistyped = `${code.startsWith('Z') ? 'Y' : 'Z'}${code.slice(1)}`
  await expect(join(mistyped)).rejects.toThrow('PAIRING_CODE_INVALID')
  await expect(join(code, 'two words')).rejects.toThrow('SERVER_ADDRESS_INVALID')
  await expect(join(code, 'localhost:1')).rejects.toThrow('PAIRING_UNREACHABLE')
  const ofAnotherServer = await pairTill(shop.admin, {
    ...{ shop: 'Сургалт', code: null, authority: '0'.repeat(16), pepper: PEPPER },
  })
  await expect(join(ofAnotherServer.text)).rejects.toThrow('SHOP_DATABASE_WRONG_SERVER')
  const expired = await shop.newCode({ minutes: -1 })
  await expect(join(expired)).rejects.toThrow('PAIRING_CODE_EXPIRED')
  await expect(join(await shop.newCode({ shop: 'Номин' }))).rejects.toThrow('OTHER_MODE')
  await join(code)
  await till.ask('leaveShopDatabase')
  await expect(join(code)).rejects.toThrow('PAIRING_CODE_EXPIRED')
})

test('a till cannot join a shop database that another build of the program made, and its pairing code stays valid', async () => {
  const shop = await practiceShop(server)
  const { till } = await open()
  const join = { code: await shop.newCode(), server: `localhost:${server.server().port}/${shop.name}` }
  const { rows } = await shop.admin.query('SELECT fingerprint FROM shop.migration')
  await shop.admin.query(`UPDATE shop.migration SET fingerprint = 'another'`)
  await expect(till.ask('joinShopDatabase', join)).rejects.toThrow('SHOP_DATABASE_OTHER_VERSION')
  await shop.admin.query('UPDATE shop.migration SET fingerprint = $1', [rows[0]?.fingerprint])
  await till.ask('joinShopDatabase', join)
})

test('a till that does not join because the server takes nothing is told so, and joins later with the same code', async () => {
  const shop = await practiceShop(server)
  const { till } = await open()
  const join = { code: await shop.newCode(), server: `localhost:${server.server().port}/${shop.name}` }
  await shop.admin.query(`ALTER DATABASE ${shop.name} SET default_transaction_read_only = on`)
  await expect(till.ask('joinShopDatabase', join)).rejects.toThrow('SHOP_DATABASE_READ_ONLY')
  expect(TEXTS.en['failure.SHOP_DATABASE_READ_ONLY']).toContain('try again then with the same code')
  await shop.admin.query(`ALTER DATABASE ${shop.name} RESET default_transaction_read_only`)
  await till.ask('joinShopDatabase', join)
})

test('a pairing code names another login if the server has one of that name', async () => {
  const shop = await practiceShop(server)
  const authority = '0'.repeat(16)
  const [first, sameLogin, second] = [
    newPairingCode(authority),
    newPairingCode(authority),
    newPairingCode(authority),
  ]
  const codes = [first, { ...sameLogin, role: first.role }, second]
  const pair = () =>
    pairTill(shop.admin, {
      ...{ shop: 'Сургалт', code: null, authority, pepper: PEPPER, iterations: FEW_CODE_ITERATIONS },
      newCode: () => codes.shift() ?? second,
    })
  expect(await pair()).toEqual({ terminal: 'K01', text: first.text })
  expect(await pair()).toEqual({ terminal: 'K02', text: second.text })
})

test('a pairing code that was typed in the other mode can still be used', async () => {
  const shop = await practiceShop(server)
  const { till } = await open()
  const code = await shop.newCode({ shop: 'Номин' })
  const join = till.ask.bind(null, 'joinShopDatabase', {
    code,
    server: `localhost:${server.server().port}/${shop.name}`,
  })
  await expect(join()).rejects.toThrow('OTHER_MODE')
  await expect(join()).rejects.toThrow('OTHER_MODE')
  expect(await shop.count('till', `state = 'pairing'`)).toBe(1)
})

test('an owner sees all tills, how each is, and retires one for ever', async () => {
  const shop = await practiceShop(server)
  const [{ till: first }, { till: second }] = [await open(), await open()]
  await shop.pair(first, { code: 'T1' })
  await shop.pair(second, { code: 'T2' })
  await second.ask('openShift', { float: '50000' })
  await eventually(async () => {
    const tills = await first.ask('listTills')
    expect(tills).toMatchObject([
      { code: 'T1', state: 'active', isMe: true, status: { unsent: 0, shiftOpenedAt: null } },
      { code: 'T2', state: 'active', isMe: false, status: { unsent: 0, printer: null, attention: 0 } },
    ])
    expect(tills[1]?.status.shiftOpenedAt).toBeGreaterThan(0)
    expect(tills[1]?.status.clockOffMs).not.toBeNull()
    expect(tills[1]?.heardAt).toBeGreaterThan(0)
  })
  await first.ask('retireTill', { code: 'T2' })
  await expect(first.ask('retireTill', { code: 'T2' })).rejects.toThrow('NOT_FOUND')
  await second.untilView(
    ({ shopLink }) => shopLink.state === 'disconnected' && shopLink.failure.name === 'SHOP_DATABASE_RETIRED',
  )
  expect(await first.ask('listTills')).toMatchObject([{ code: 'T1' }, { code: 'T2', state: 'retired' }])
  await expect(second.ask('listTills')).rejects.toThrow('SHOP_DATABASE_RETIRED')
})

test('a code reads the same with the look-alike letters that a person types', async () => {
  const shop = await practiceShop(server)
  const { till } = await open()
  const code = (await shop.newCode()).replaceAll('0', 'O').replaceAll('1', 'l')
  const address = `localhost:${server.server().port}/${shop.name}`
  expect(await till.ask('joinShopDatabase', { code, server: `  ${address} ` })).toMatchObject({
    server: address,
  })
})
