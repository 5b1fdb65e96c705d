/** The journal of a terminal: a backup is restored beside new sales, disks are full, clocks jump, time zones differ. */
import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { machineClock, silentLog } from '../../../main/base/clock-and-log.ts'
import { scriptOf } from '../../../scripts/run/hosts/till-programs.ts'
import { tugriks } from '../../../shared/money/money.ts'
import type { TerminalView } from '../../../shared/page/index.ts'
import { chargedSale, rungUp, stateOf } from '../../support/charged-sale.ts'
import { EVERY_SALE } from '../../support/every-sale.ts'
import { startFakePrinter } from '../../support/fake-printer.ts'
import { someOf } from '../../support/full-runs.ts'
import { handClock } from '../../support/hand-clock.ts'
import { kindsOf, tillAtPractice } from '../../support/looks.ts'
import { saleOf } from '../../support/returns.ts'
import { fill, smallDisk } from '../../support/small-disk.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTill, type Till } from '../../support/terminal.ts'
import { printerClock, sealsIn, tillAtPrinter } from '../../support/till-at-printer.ts'

const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR

/** A backup during which the printer was not tried: the receipt is queued in it, and not perhaps printed. */
async function quietBackup(till: Till) {
  for (;;) {
    const before = await till.ask('listPrints')
    const backup = await till.ask('backUpNow')
    const after = await till.ask('listPrints')
    const isQuiet = before.every(({ state }) => state === 'queued')
    if (isQuiet && JSON.stringify(before) === JSON.stringify(after)) return backup
  }
}

describe('a new till under the same code that sells first and then gets the lost till’s backup', () => {
  /**
   * The lost till's last state: a completed sale, a sale with its QR shown, a sale whose receipt waits, and a cart with
   * cash.
   */
  async function lostTill() {
    const { shop, till, payer } = await tillAtPrinter()
    const done = await chargedSale(till)
    await payer.pay({ invoice_id: done.invoice.invoiceId })
    await till.check(done.saleId, 'completed')
    await till.ask('nextSale', { saleId: done.saleId })

    shop.openCover()
    const unprinted = await chargedSale(till)
    await payer.pay({ invoice_id: unprinted.invoice.invoiceId })
    await till.ask('checkNow', { saleId: unprinted.saleId })
    await expect
      .poll(() => stateOf(till, unprinted.saleId))
      .toMatchObject({ print: { step: 'queued', failure: { name: 'PRINTER_COVER_OPEN' } } })
    await till.ask('nextSale', { saleId: unprinted.saleId })

    const charged = await chargedSale(till)
    await till.ask('nextSale', { saleId: charged.saleId })

    const cart = await rungUp(till)
    await till.ask('takeTender', { saleId: cart.saleId, received: '500' })
    const backup = await quietBackup(till)
    await till.stop()
    await shop.closeCover().catch(() => {}) // a till that is off has nothing to print again
    return { ...shop, done, unprinted, charged, cart, backup }
  }

  async function newTill() {
    const lost = await lostTill()
    const folder = temporaryFolder()
    const till = await startTill({
      folder,
      practice: lost.address,
      clock: printerClock(),
      settings: {
        printer: {
          kind: 'network',
          host: '127.0.0.1',
          port: lost.printer.port,
          profile: 'epson-tm-t20-text',
        },
      },
    })
    const own = await rungUp(till)
    await till.takeCash(own.saleId)
    await till.ask('nextSale', { saleId: own.saleId })
    cpSync(join(lost.folder, 'backups'), join(folder, 'backups'), { recursive: true })
    return { ...lost, till, folder, own, lostFolder: lost.folder }
  }

  test('has every sale of both: sales with the same number and day differ in their journal’s tag', async () => {
    const { till, backup, own, done, unprinted, charged, cart } = await newTill()
    expect(await till.ask('inspectBackup', { name: backup.name })).toMatchObject({ added: 4, conflicts: 0 })
    await till.ask('restoreBackup', { name: backup.name })
    const { rows } = await till.ask('searchSales', EVERY_SALE)
    expect(rows.map(({ id }) => id).sort()).toEqual(
      [own, done, unprinted, charged, cart].map(({ saleId }) => saleId).sort(),
    )
    const [mine, theirs] = [await saleOf(till, own.saleId), await saleOf(till, done.saleId)]
    expect([mine.terminal, mine.day, mine.sequence]).toEqual([theirs.terminal, theirs.day, theirs.sequence])
    expect(mine.senderInvoiceNo).not.toBe(theirs.senderInvoiceNo)
    await till.ask('acknowledgeRecovered')
    const next = await rungUp(till)
    const numbers = rows.map(({ sequence }) => sequence)
    expect((await saleOf(till, next.saleId)).sequence).toBeGreaterThan(Math.max(...numbers))
  })

  test('monitors the restored QRs: a payment sells the sale', async () => {
    const { till, payer, backup, charged } = await newTill()
    await till.ask('restoreBackup', { name: backup.name })
    await payer.pay({ invoice_id: charged.invoice.invoiceId })
    const sold = await till.until(charged.saleId, 'completed')
    expect(sold?.status).toMatchObject({ paid: charged.total, ereceipts: [{ step: 'issued' }] })
  })

  test('prints the receipt that waited with its e-receipt, although no backup has its lottery number', async () => {
    const { till, payer, backup, folder, unprinted, papers } = await newTill()
    await till.ask('restoreBackup', { name: backup.name })
    await till.until(unprinted.saleId, 'completed')
    await till.untilView(({ printing }) => printing.waiting === 0)
    const { payments, ereceipts } = await payer.state()
    const payment = payments.find(({ invoice_id }) => invoice_id === unprinted.invoice.invoiceId)
    const issued = ereceipts.filter(({ payment_id }) => payment_id === payment?.payment_id)
    expect(issued).toHaveLength(1)
    const withIt = papers().filter((paper) => paper.includes(issued[0]?.lottery ?? '?'))
    expect(withIt).toHaveLength(1)
    await till.stop()
    expect(sealsIn(folder)).toEqual([])
  })

  test('lists the restored cart as set aside, with its cash, which can be given back', async () => {
    const { till, backup, cart } = await newTill()
    await till.ask('restoreBackup', { name: backup.name })
    const aside = await till.ask('listParked')
    expect(aside).toContainEqual(
      expect.objectContaining({ id: cart.saleId, state: 'open', total: cart.total }),
    )
    await till.ask('resumeSale', { saleId: cart.saleId })
    const { counter } = await till.view()
    expect(counter?.status).toMatchObject({ name: 'open', tenders: [{ amount: tugriks(500) }] })
    const [tender] = counter?.sale.tenders ?? []
    await till.ask('returnTender', { saleId: cart.saleId, tenderId: tender?.id ?? '' })
    await till.ask('discardSale', { saleId: cart.saleId })
    expect(await stateOf(till, cart.saleId)).toMatchObject({ name: 'cancelled', tenders: [] })
  })
})

describe('a wall clock that is set', () => {
  test.each([
    ['ten years ahead', 10 * YEAR],
    ['ten years back', -10 * YEAR],
  ])(
    '%s ends no monitoring: a QR that is shown is still checked, and its money sells the sale',
    async (_words, ms) => {
      const clock = handClock()
      const { till, payer } = await tillAtPractice({ clock })
      const { saleId, invoice } = await chargedSale(till)
      clock.jump(ms)
      await payer.pay({ invoice_id: invoice.invoiceId })
      clock.advance(5_000)
      await till.until(saleId, 'completed')
    },
  )

  test.each([
    ['ten years ahead', 10 * YEAR],
    ['ten years back', -10 * YEAR],
  ])(
    '%s while a sold sale is monitored causes no flood of checks, and late money is still found',
    async (_words, ms) => {
      const clock = handClock()
      const { till, payer } = await tillAtPractice({ clock })
      const { saleId, invoice } = await chargedSale(till)
      await payer.pay({ invoice_id: invoice.invoiceId })
      await till.check(saleId, 'completed')
      const looks = async () => (await payer.state()).requests['POST /v2/payment/check'] ?? 0
      const before = await looks()
      clock.jump(ms)
      for (let minute = 0; minute < 60; minute += 1)
        await idleAfter(till, saleId, () => clock.advance(60_000), clock)
      const inAnHour = (await looks()) - before
      expect(inAnHour).toBeGreaterThanOrEqual(4)
      expect(inAnHour).toBeLessThanOrEqual(8)
      await payer.pay({ invoice_id: invoice.invoiceId, amount: 500 })
      for (let hour = 0; hour < 8; hour += 1) await idleAfter(till, saleId, () => clock.advance(HOUR), clock)
      await expect
        .poll(async () => (await till.ask('listAttention')).map(({ cause }) => cause))
        .toEqual(['surplus'])
    },
  )

  test('back while the till is off ends no monitoring and causes no flood of checks at the start', async () => {
    const { till: first, payer, folder, address } = await tillAtPractice({ clock: handClock() })
    const { saleId, invoice } = await chargedSale(first)
    await first.cancel(saleId)
    await first.stop()
    const clock = handClock(Date.UTC(2016, 10, 20))
    const till = await startTill({ folder, practice: address, clock })
    expect((await till.view()).clockOff?.byMs).toBeGreaterThan(9 * YEAR)
    const before = (await payer.state()).requests['POST /v2/payment/check'] ?? 0
    for (let minute = 0; minute < 10; minute += 1)
      await idleAfter(till, saleId, () => clock.advance(60_000), clock)
    const after = (await payer.state()).requests['POST /v2/payment/check'] ?? 0
    expect(after - before).toBeGreaterThan(0)
    expect(after - before).toBeLessThan(12)
    await payer.pay({ invoice_id: invoice.invoiceId })
    for (let hour = 0; hour < 3; hour += 1) await idleAfter(till, saleId, () => clock.advance(HOUR), clock)
    await till.until(saleId, 'late-payment')
  })
})

describe('extra checks', () => {
  test('by a person every second do not end the monitoring of a sale earlier', async () => {
    const clock = handClock()
    const { till, payer } = await tillAtPractice({ clock })
    const { saleId, invoice } = await chargedSale(till)
    await payer.pay({ invoice_id: invoice.invoiceId })
    await till.check(saleId, 'completed')
    for (let time = 0; time < 120; time += 1)
      await idleAfter(
        till,
        saleId,
        async () => {
          await till.ask('checkNow', { saleId })
          clock.advance(1_000)
        },
        clock,
      )
    await payer.pay({ invoice_id: invoice.invoiceId, amount: 500 })
    for (let hour = 0; hour < 20; hour += 1) await idleAfter(till, saleId, () => clock.advance(HOUR), clock)
    await expect
      .poll(async () => (await till.ask('listAttention')).map(({ cause }) => cause))
      .toEqual(['surplus'])
  })

  test('before the clock was set back and before the cancellation do not shorten the monitoring of the QR', async () => {
    const clock = handClock()
    const { till, payer } = await tillAtPractice({ clock })
    clock.jump(30 * 24 * HOUR)
    const { saleId, invoice } = await chargedSale(till)
    await payer.faults([{ method: 'DELETE', path: '/v2/invoice/{id}', effect: '429', times: 1_000 }])
    await till.ask('takeTender', { saleId, received: '' })
    await expect.poll(() => kindsOf(till, saleId)).toContain('cancel-waiting')
    await till.ask('holdWork', { saleId })
    for (let hour = 0; hour < 22; hour += 1) await idleAfter(till, saleId, () => clock.advance(HOUR), clock)
    await payer.faults(null)
    clock.jump(-30 * 24 * HOUR)
    await till.ask('releaseWork', { saleId })
    await expect.poll(() => kindsOf(till, saleId)).toContain('invoice-cancelled')
    for (let hour = 0; hour < 16; hour += 1) await idleAfter(till, saleId, () => clock.advance(HOUR), clock)
    await payer.pay({ invoice_id: invoice.invoiceId })
    for (let hour = 0; hour < 8; hour += 1) await idleAfter(till, saleId, () => clock.advance(HOUR), clock)
    await expect
      .poll(async () => (await till.ask('listAttention')).map(({ cause }) => cause))
      .toEqual(['paid-twice'])
  })
})

/** Waits until no check of the sale is under way. The clock has to go on for a check that waits for the rate limit. */
async function idleAfter(
  till: Awaited<ReturnType<typeof startTill>>,
  saleId: string,
  action: () => void | Promise<void>,
  clock: Pick<ReturnType<typeof handClock>, 'advance'>,
): Promise<void> {
  await action()
  do {
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(1)
  } while ((await till.ask('getSale', { saleId })).view.monitoring?.checking)
}

test.each(someOf(['UTC', 'Asia/Ulaanbaatar', 'America/Los_Angeles', 'Pacific/Kiritimati'], () => 'zone'))(
  'a machine set to %s books a sale in Ulaanbaatar’s day, month and Z, and prints its time',
  async (TZ) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--no-warnings', await scriptOf('sells-over-midnight')],
      { env: { ...process.env, NODE_OPTIONS: '', TZ } },
    )
    expect(JSON.parse(stdout)).toMatchObject({
      numbers: ['K01-261130-0001', 'K01-261201-0001'],
      days: ['2026-11-30', '2026-12-01'],
      paper: '2026-11-30 23:59:00',
      november: { sales: 1, days: [['2026-11-30', 1]], hours: [['23', 1]] },
      december: { sales: 1, days: [['2026-12-01', 1]], hours: [['00', 1]] },
      z: { count: 2 },
      shiftless: [],
    })
  },
)

/** A small disk that takes writes again: a failed write would be told instead. */
const isLow = ({ storage }: TerminalView): boolean => storage?.name === 'DISK_LOW'

test('the drawer does not open for cash that the full disk did not record, and opens once it is recorded', async (context) => {
  const printer = await startFakePrinter()
  onTestFinished(() => printer.stop())
  const folder = smallDisk(context, 8192)
  const { till } = await tillAtPractice({
    folder,
    settings: { printer: { kind: 'network', host: '127.0.0.1', port: printer.port, profile: 'escpos' } },
  })
  const { saleId } = await rungUp(till)
  const giveBack = fill(folder, 0)
  const take = () => till.reply('takeTender', { saleId, received: '' })
  let taken = await till.reply('noteSale', { saleId, note: 'x'.repeat(200) })
  while (taken.ok) taken = await till.reply('noteSale', { saleId, note: 'x'.repeat(200) })
  expect(await take()).toMatchObject({ ok: false, error: { name: 'DISK_FULL' } })
  expect(await till.untilView(({ storage }) => storage !== null)).toMatchObject({
    storage: { name: 'DISK_FULL' },
  })
  await till.ask('printerStatus', { printer: 'main' }) // runs after everything that was under way
  expect(printer.drawerPulses()).toEqual([])
  expect(await stateOf(till, saleId)).toMatchObject({ name: 'open', tenders: [] })
  giveBack()
  expect(await take()).toMatchObject({ ok: true })
  await till.until(saleId, 'completed')
  await till.ask('printerStatus', { printer: 'main' })
  await expect.poll(() => printer.drawerPulses()).toHaveLength(1)
  expect((await kindsOf(till, saleId)).filter((kind) => kind === 'tender-taken')).toHaveLength(1)
  await till.untilView(isLow)
})

test('a receipt that was printed while the disk was full completes its sale once there is room, and is printed once', async (context) => {
  const printer = await startFakePrinter({ msPerBand: 150 })
  onTestFinished(() => printer.stop())
  const folder = smallDisk(context, 8192)
  const errors: string[] = []
  const { till } = await tillAtPractice({
    folder,
    clock: machineClock,
    log: { ...silentLog, error: (line) => void errors.push(line) },
    settings: { printer: { kind: 'network', host: '127.0.0.1', port: printer.port, profile: 'escpos' } },
  })
  const { saleId } = await rungUp(till)
  await till.ask('takeTender', { saleId, received: '' })
  await till.ask('nextSale', { saleId })
  const other = await rungUp(till)
  await expect.poll(() => printer.bands(), { interval: 10 }).toBeGreaterThan(0)
  const giveBack = fill(folder, 0)
  let noted = await till.reply('noteSale', { saleId: other.saleId, note: 'x'.repeat(200) })
  while (noted.ok) noted = await till.reply('noteSale', { saleId: other.saleId, note: 'x'.repeat(200) })
  const cuts = () => printer.printed().filter(({ kind }) => kind === 'cut').length
  await expect.poll(() => errors.join()).toContain('waits for the journal')
  expect(cuts()).toBe(1)
  expect(await stateOf(till, saleId)).toMatchObject({ name: 'fulfilling' })
  giveBack()
  await till.until(saleId, 'completed')
  expect(cuts()).toBe(1)
})

test('the drawer does not open for a command that is refused because its key was used for another request', async () => {
  const printer = await startFakePrinter()
  onTestFinished(() => printer.stop())
  const { till } = await tillAtPractice({
    settings: { printer: { kind: 'network', host: '127.0.0.1', port: printer.port, profile: 'escpos' } },
  })
  const { saleId } = await rungUp(till)
  expect(await till.reply('takeTender', { saleId, received: '0' })).toMatchObject({ ok: false })
  expect(await till.terminal.answer('takeTender', { saleId, received: '500' }, 'one-key-1')).toMatchObject({
    ok: true,
  })
  const reused = await till.terminal.answer('takeTender', { saleId, received: '700' }, 'one-key-1')
  expect(reused).toMatchObject({ ok: false, error: { name: 'COMMAND_REUSED' } })
  await expect.poll(() => printer.drawerPulses().length).toBe(1)
  await till.ask('printerStatus', { printer: 'main' })
  expect(printer.drawerPulses()).toHaveLength(1)
})

test('a start that failed on a full disk does not block the next start', async (context) => {
  const folder = smallDisk(context, 8192)
  const { till, payer, address } = await tillAtPractice({ folder })
  const { saleId } = await rungUp(till)
  await payer.faults([{ method: 'POST', path: '/v2/invoice', effect: 'hang-before' }])
  await till.ask('charge', { saleId })
  await till.stop()
  const giveBack = fill(folder, 0)
  await expect(startTill({ folder, practice: address })).rejects.toThrow('DISK_FULL')
  giveBack()
  const again = await startTill({ folder, practice: address })
  await again.untilView(isLow)
})
