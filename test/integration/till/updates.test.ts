/** Updates at a whole till. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type TestContext, test } from 'vitest'
import type { Settings } from '../../../shared/shop/settings.ts'
import { chargedSale, rungUp } from '../../support/charged-sale.ts'
import { startFakePrinter } from '../../support/fake-printer.ts'
import { csvOf, dryRun, importAt } from '../../support/import-actions.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { completed, paidSale, startReturn, untilReturn } from '../../support/returns.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill } from '../../support/terminal.ts'
import { FEED, maker, somePackage, updateServer } from '../../support/update-server.ts'

test('a till in development says that it takes no updates', async () => {
  const { till } = await tillAtPractice()
  await expect(till.ask('installUpdate')).rejects.toThrow('NOT_NOW')
  expect(await till.ask('getUpdates')).toMatchObject({ able: false, stage: { name: 'newest' } })
})

test('an address of updates is https, without a password, or empty', async () => {
  const { till } = await tillAtPractice()
  const save = (to: string) =>
    till.reply('saveSettings', { updates: { address: to, when: 'by-hand', hour: 7 } }).then(({ ok }) => ok)
  expect(await save('https://updates.shop.mn/pos/')).toBe(true)
  expect((await till.view()).settings.updates.address).toBe('https://updates.shop.mn/pos')
  expect(await save('')).toBe(true)
  for (const wrong of ['http://updates.shop.mn', 'https://a:b@updates.shop.mn', 'file:///tmp', 'x'])
    expect(await save(wrong)).toBe(false)
})

test('after going back, a newer journal is refused, and the journal from before the upgrade opens', async () => {
  const { till, folder, address } = await tillAtPractice()
  await till.stop()
  const journal = join(folder, 'journal-test.sqlite')
  const kept = join(folder, 'journal-test.v41.kept.sqlite')
  copyFileSync(journal, kept)
  const file = new DatabaseSync(journal)
  const { user_version: version } = file.prepare('PRAGMA user_version').get() as { user_version: number }
  file.exec(`PRAGMA user_version = ${version + 1}`)
  file.close()
  await expect(startTill({ folder, practice: address })).rejects.toThrow('FROM_FUTURE')
  expect(existsSync(`${journal}.suspect`)).toBe(false)
  renameSync(journal, join(folder, 'journal.newer.sqlite'))
  renameSync(kept, journal)
  const back = await startTill({ folder, practice: address })
  expect((await back.view()).rescued).toBeNull()
})

test('a till that goes back on a new journal keeps all sales: of before, of the newer version, and its own', async () => {
  const { address } = await openPractice()
  const folder = temporaryFolder()
  const journal = join(folder, 'journal-test.sqlite')
  const inBackups = (number: number) => `journal-test-20261124-18000${number}-0-0.sqlite`
  const start = () => startTill({ folder, practice: address })
  const sell = async (till: Awaited<ReturnType<typeof start>>): Promise<string> => {
    const { saleId } = await rungUp(till)
    await till.ask('takeTender', { saleId, kind: 'cash', received: '', reference: '' })
    await till.until(saleId, 'completed')
    return saleId
  }
  const older = await start()
  const sold = [await sell(older)]
  await older.stop()
  const kept = join(folder, 'journal-test.v41.kept.sqlite')
  copyFileSync(journal, kept)
  const newer = await start()
  sold.push(await sell(newer))
  await newer.stop()

  const aside = join(folder, 'journal.newer.sqlite')
  renameSync(journal, aside)
  mkdirSync(join(folder, 'backups'), { recursive: true })
  copyFileSync(kept, join(folder, 'backups', inBackups(1)))
  const back = await start()
  await back.ask('restoreBackup', { name: inBackups(1) })
  sold.push(await sell(back))
  await back.stop()

  copyFileSync(aside, join(folder, 'backups', inBackups(2)))
  const again = await start()
  expect(await again.ask('restoreBackup', { name: inBackups(2) })).toMatchObject({ conflicts: 0 })
  for (const saleId of sold)
    expect((await again.ask('getSale', { saleId })).view.status.name).toBe('completed')
})

/** A till of version 0.1.0 that has downloaded version 0.2.0. */
async function tillWithUpdate(context: TestContext, settings: Partial<Settings> = {}) {
  const server = await updateServer(context)
  const byMaker = maker()
  const content = somePackage()
  server.publish(byMaker, content, { version: '0.2.0' })
  const { address, payer } = await openPractice()
  const folder = temporaryFolder()
  const installed: Buffer[] = []
  let during: Promise<void> = Promise.resolve()
  const start = (version: string) =>
    startTill({
      folder,
      practice: address,
      settings: { updates: { address: server.address, when: 'by-hand', hour: 7 }, ...settings },
      network: server.network,
      updateProgram: {
        version,
        program: {
          ...{ keys: [byMaker.key], feed: FEED, ending: '.AppImage', command: null },
          install: async (file) => {
            await during
            installed.push(readFileSync(file))
          },
        },
      },
    })
  const till = await start('0.1.0')
  const status = () => till.ask('getUpdates')
  await till.ask('checkForUpdates')
  await expect.poll(async () => (await status()).stage.name).toBe('ready')
  return {
    ...{ till, server, payer, content, installed, status, start },
    hindered: async () => (await status()).hindered?.name ?? null,
    /** Keeps the installer from ending until this does. */
    installsDuring: (work: Promise<void>) => {
      during = work
    },
  }
}

test('an update is not installed while a sale has goods or its customer pays, also of a parked sale', async (context) => {
  const { till, payer, hindered, installed, content } = await tillWithUpdate(context)
  expect(await hindered()).toBeNull()

  const open = await rungUp(till)
  expect(await hindered()).toBe('UPDATE_NOT_NOW')
  await expect(till.ask('installUpdate')).rejects.toThrow('UPDATE_NOT_NOW')
  await till.ask('parkSale', { saleId: open.saleId, label: '' })
  expect(await hindered()).toBeNull()

  const charged = await chargedSale(till)
  expect(await hindered()).toBe('UPDATE_NOT_NOW')
  await till.ask('nextSale', { saleId: charged.saleId })
  expect((await till.view()).counter).toBeNull()
  expect(await hindered()).toBe('UPDATE_NOT_NOW')
  await expect(till.ask('installUpdate')).rejects.toThrow('UPDATE_NOT_NOW')

  await payer.pay({ invoice_id: charged.invoice.invoiceId })
  await till.until(charged.saleId, 'completed')
  await expect.poll(hindered).toBeNull()
  expect(installed).toEqual([])
  await till.ask('installUpdate')
  await expect.poll(() => installed.length).toBe(1)
  expect(installed[0]?.equals(content)).toBe(true)
})

test('an update is not installed while a paper prints or the drawer is counted', async (context) => {
  const printer = await startFakePrinter({ answersAfterMs: 40 })
  context.onTestFinished(() => printer.stop())
  const { till, hindered } = await tillWithUpdate(context, {
    printer: { kind: 'network', host: '127.0.0.1', port: printer.port, profile: 'epson-tm-t20' },
  })
  await till.ask('openShift', { float: '' })
  const shiftId = (await till.view()).shift.open?.id ?? ''
  await till.ask('printX', { shiftId })
  expect(await hindered()).toBe('UPDATE_NOT_NOW')
  await till.untilView(({ printing }) => printing.waiting === 0)
  expect(await hindered()).toBeNull()

  await till.ask('countDraft', { shiftId, lines: [], done: false })
  expect(await hindered()).toBe('UPDATE_NOT_NOW')
  await expect(till.ask('installUpdate')).rejects.toThrow('UPDATE_NOT_NOW')
})

test('an update is not installed while the payment service is asked for a refund', async (context) => {
  const { till, payer, hindered } = await tillWithUpdate(context)
  const { saleId } = await paidSale(till, payer, { type: 'CARD' })
  await expect.poll(hindered).toBeNull()
  await payer.faults([{ path: '/v2/payment/cancel/{id}', effect: 'slow', ms: 1_000 }])
  await startReturn(till, saleId)
  await untilReturn(till, saleId, ({ parts }) => parts.some(({ step }) => step.name === 'requested'))
  expect(await hindered()).toBe('BUSY')
  await expect(till.ask('installUpdate')).rejects.toThrow('BUSY')
  await untilReturn(till, saleId, completed)
  await expect.poll(hindered).toBeNull()
})

test('an update is not installed while a file of goods is imported', async (context) => {
  const { till, hindered } = await tillWithUpdate(context)
  const importing = { ...till, onNews: till.terminal.onView }
  const { id } = await dryRun(importing, 'goods.csv', csvOf(5_000))
  expect(await hindered()).toBeNull()
  await till.ask('runImport', { id, wrong: 'refuse' })
  expect(await hindered()).toBe('BUSY')
  await importAt(importing, 'done')
  expect(await hindered()).toBeNull()
})

test('no command begins during an installation, and the till works on when the installation fails', async (context) => {
  const { till, status, installsDuring } = await tillWithUpdate(context)
  let reject = (_: Error): void => {}
  const promise = new Promise<void>((_, refuse) => {
    reject = refuse
  })
  promise.catch(() => {}) // it may be refused before the installer asks
  installsDuring(promise)
  const [product] = (await till.ask('searchGoods', { query: '', category: null, limit: 1 })).products
  const add = () => till.reply('addProduct', { code: product?.code ?? '' })
  await till.ask('installUpdate')
  expect(await add()).toMatchObject({ ok: false, error: { name: 'UPDATE_INSTALLING' } })
  expect((await till.view()).counter).toBeNull()
  reject(new Error('no right to write there'))
  await expect.poll(async () => (await status()).stage.name).toBe('ready')
  expect((await status()).failed?.failure).toMatchObject({ name: 'UNEXPECTED' })
  expect(await add()).toMatchObject({ ok: true })
})

test('the health page tells an update that waits, and one that fails', async (context) => {
  const { till, server, status } = await tillWithUpdate(context)
  const health = () => till.ask('checkHealth', { check: 'update' })
  expect(await health()).toMatchObject({ finding: 'update.waiting', state: 'note' })
  server.put(FEED, 'another file')
  await till.ask('checkForUpdates')
  await expect.poll(async () => (await status()).failed?.failure.name).toBe('UPDATE_REFUSED')
  expect(await health()).toMatchObject({ finding: 'update.failed', failure: { name: 'UPDATE_REFUSED' } })
})

test('the new version says what it was updated from, and the audit has it', async (context) => {
  const { till, installed, start } = await tillWithUpdate(context)
  await till.ask('installUpdate')
  await expect.poll(() => installed.length).toBe(1)
  await till.stop()
  const next = await start('0.2.0')
  expect(await next.ask('getUpdates')).toMatchObject({
    version: '0.2.0',
    stage: { name: 'newest' },
    installed: { version: '0.2.0' },
    failed: null,
  })
  const entries = await next.ask('listAudit', { before: null, limit: 50 })
  expect(entries.find(({ action }) => action === 'program-updated')).toMatchObject({
    about: { from: '0.1.0', to: '0.2.0' },
  })
})
