import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import { button, choose, field, part, press, railTo, search } from '../support/by-words.ts'
import { startFakePrinter } from '../support/fake-printer.ts'
import { expect, skip, type Till, test } from '../support/hosts.ts'
import { needs, systemLacks } from '../support/needs.ts'
import {
  cashSale,
  charge,
  openSettings,
  pressTwice,
  printAt,
  ringUp,
  statusOf,
  viewOf,
} from '../support/till-actions.ts'

const FOLDER = { kind: 'folder', folder: null } as const
const atPort = (port: number) => ({ kind: 'network', host: '127.0.0.1', port, profile: 'escpos' }) as const

/** The files in the practice printer's folder. */
async function papers({ dataFolder }: Till): Promise<readonly string[]> {
  const files = await readdir(join(dataFolder, 'test-receipts')).catch((): string[] => [])
  return files.filter((name) => name.endsWith('.png')).sort()
}

/** A port of this machine on which nothing listens. */
const deadPort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })

/** A sale with an unconfirmed receipt: the printer was gone while it printed. */
async function unconfirmedSale({ page }: Till) {
  const printer = await startFakePrinter({ onBand: (socket) => socket.destroy() })
  await printAt(page, { printer: atPort(printer.port), sparePrinter: { kind: 'none' } })
  const sale = await cashSale(page)
  await expect(page.getByTestId('printer-pill')).toHaveAttribute('data-tone', 'unconfirmed')
  return { ...sale, printer }
}

test('in test mode a test page is saved as a picture in the folder, and a printer’s model is chosen from the known ones', async ({
  till,
  page,
}) => {
  await openSettings(page)
  await press(page, 'printers.test')
  await expect(page.getByTestId('test-page-printed')).toBeVisible()
  expect(await papers(till)).toEqual([expect.stringMatching(/-test\.png$/)])
  await press(page, 'printers.ask')
  await expect(page.getByTestId('printer-status')).toBeVisible()

  await choose(part(page, 'settings.printer'), 'settings.printer.device')
  await field(page, 'settings.printer.path').fill('/dev/usb/lp0')
  const profile = field(page, 'settings.printer.profile')
  await expect(profile.locator('option')).not.toHaveCount(1)
  const other = await profile.locator('option').last().getAttribute('value')
  await profile.selectOption(other)
  await field(page, 'settings.printer.baud').selectOption('115200')
  await press(page, 'word.save')
  await expect(page.getByTestId('settings-saved')).toBeVisible()
  expect((await viewOf(page)).settings.printer).toEqual({
    kind: 'device',
    path: '/dev/usb/lp0',
    baud: 115200,
    profile: other,
  })
})

test('the copy of a receipt is marked as a copy, on paper and in the saved file', async ({ till, page }) => {
  const { number } = await cashSale(page)
  await railTo(page, 'history').click()
  await page.getByTestId('sale-row').click()
  await press(page, 'copies.print')
  await expect(page.getByTestId('copy-queued')).toContainText('ХУУЛБАР')
  await expect(page.locator('[data-kind=copy-queued]')).toBeVisible()
  await expect.poll(() => papers(till)).toEqual([`${number}-copy.png`, `${number}.png`])
  await press(page, 'copies.html')
  await expect(page.getByTestId('receipt-saved')).toContainText('.html')
  expect(await readFile(await savedPath(page), 'utf8')).toContain('ХУУЛБАР')
})

test('the receipt is saved as a PDF from the paid screen, which shows the file’s place', {
  tag: '@packaged',
}, async ({ page }) => {
  const { number } = await cashSale(page)
  await press(page, 'copies.pdf')
  await expect(page.getByTestId('receipt-saved')).toContainText(`${number}.pdf`)
  expect((await readFile(await savedPath(page))).subarray(0, 5).toString()).toBe('%PDF-')
})

const savedPath = async (page: Page): Promise<string> =>
  (await page.getByTestId('receipt-saved').locator('span').last().textContent()) ?? ''

test('with an unreachable printer the sale continues, the header shows the reason, and the spare prints the receipt, also from the paid screen', async ({
  till,
  page,
}) => {
  await printAt(page, { printer: atPort(await deadPort()), sparePrinter: FOLDER })
  const { saleId, number } = await cashSale(page)
  await expect(button(page, 'printing.brief.PRINTER_UNREACHABLE')).toBeVisible()
  await expect(page.getByTestId('receipt-owed')).toHaveAttribute('data-words', 'delayed')
  // The drawer hangs on the same printer, so it does not open for the change.
  await expect(page.getByTestId('drawer-shut')).toBeVisible()
  expect((await statusOf(page, saleId)).name).toBe('fulfilling')
  await press(page, 'paid.next')
  await expect(search(page)).toBeFocused()

  await press(page, 'printing.brief.PRINTER_UNREACHABLE')
  await expect(page.getByTestId('print-row')).toHaveAttribute('data-state', 'queued')
  await page.getByTestId('print-other-printer').click()
  await expect(page.getByTestId('print-row')).toHaveCount(0)
  await expect(page.getByTestId('printer-pill')).toBeHidden()
  expect((await statusOf(page, saleId)).name).toBe('completed')
  expect(await papers(till)).toEqual([`${number}.png`])

  await railTo(page, 'till').click()
  const next = await cashSale(page)
  await page.getByTestId('receipt-owed').getByTestId('print-other-printer').click()
  await expect(page.getByTestId('receipt-owed')).toBeHidden()
  expect((await statusOf(page, next.saleId)).name).toBe('completed')
})

test('an unconfirmed receipt is asked about, and “it came out” completes the sale', async ({
  till,
  page,
}) => {
  const { saleId, printer } = await unconfirmedSale(till)
  try {
    await expect(page.getByTestId('receipt-owed')).toHaveAttribute('data-words', 'unconfirmed')
    await press(page, 'printing.unconfirmed')
    const row = page.getByTestId('print-row')
    await expect(row).toHaveAttribute('data-state', 'unconfirmed')
    await expect(row).toContainText('Хэвлэгдсэн байж магадгүй')
    await expect(row.locator('button').first()).toHaveAttribute('data-testid', 'print-came-out')
    const bands = printer.bands()
    await pressTwice(row.getByTestId('print-came-out'))
    await expect(row).toHaveCount(0)
    expect((await statusOf(page, saleId)).name).toBe('completed')
    expect((await viewOf(page)).attention).toBe(0)
    expect(printer.bands()).toBe(bands)
  } finally {
    await printer.stop()
  }
})

test('giving up a print first shows what is lost, and removes it from the queue', async ({ till, page }) => {
  await printAt(page, { printer: atPort(await deadPort()), sparePrinter: { kind: 'none' } })
  await ringUp(page, 'талх')
  const { invoiceId } = await charge(page)
  await till.practice.pay({ invoice_id: invoiceId })
  await press(page, 'printing.brief.PRINTER_UNREACHABLE')
  const giveUp = page.getByTestId('print-given-up')
  await expect(page.getByTestId('print-row-warning')).toContainText('сугалаа, QR')
  await giveUp.click()
  await expect(giveUp).toContainText('Дахин')
  await expect(page.getByTestId('print-row')).toHaveCount(1)
  await expect(page.getByTestId('print-other-printer')).toHaveCount(0)
  await pressTwice(giveUp)
  await expect(page.getByTestId('prints')).toContainText('Хэвлэх зүйл алга')
})

const lpstatMissing = systemLacks('posix', 'Windows is not asked by lpstat')

test.describe('printers of the system', () => {
  test.use({ ownElectron: true }) // each reads its own environment

  test('the system’s printers are found, and choosing one fills the fields', async ({ till }) => {
    needs(skip, lpstatMissing)
    const restore = await systemWithPrinters(till, ['Kass_80mm'])
    try {
      await till.restart()
      const { page } = till
      await openSettings(page)
      await press(part(page, 'settings.printer'), 'printers.find')
      await page.getByTestId('printer-find-one').filter({ hasText: 'Kass_80mm' }).click()
      await expect(field(page, 'settings.printer.queue')).toHaveValue('Kass_80mm')
      // A printer that is typed in and not saved cannot print a test page.
      await expect(button(page, 'printers.test')).toBeDisabled()
      await press(page, 'word.save')
      await expect(button(page, 'printers.test')).toBeEnabled()
      expect((await viewOf(page)).settings.printer).toEqual({ kind: 'system', queue: 'Kass_80mm' })
    } finally {
      restore()
    }
  })

  test('when no printer is found, a message says so', async ({ till }) => {
    needs(skip, lpstatMissing)
    const restore = await systemWithPrinters(till, [])
    try {
      await till.restart()
      const { page } = till
      const reply = await page.evaluate(() => window.pos.call('findPrinters', { network: false }))
      needs(skip, reply.ok && reply.value.devices.length > 0 ? 'a printer hangs on this machine' : null)
      await openSettings(page)
      await press(part(page, 'settings.printer'), 'printers.find')
      await expect(page.getByTestId('printer-find-nothing')).toBeVisible()
      await expect(button(part(page, 'settings.printer'), 'printers.find.network')).toContainText(
        'хэдэн секунд',
      )
    } finally {
      restore()
    }
  })

  /** Makes the system list these queues until the returned function is called. */
  async function systemWithPrinters({ dataFolder }: Till, queues: readonly string[]): Promise<() => void> {
    const lpstat = join(dataFolder, 'lpstat')
    await writeFile(
      lpstat,
      `#!/bin/sh\n[ "$1" = -e ] && printf '%s' '${queues.map((queue) => `${queue}\n`).join('')}'\nexit 0\n`,
    )
    await chmod(lpstat, 0o755)
    const before = process.env.PATH ?? ''
    process.env.PATH = [dataFolder, before].join(delimiter)
    return () => {
      process.env.PATH = before
    }
  }
})

test('a logo and a spare printer are there after a restart, and what is no picture or no address is refused', async ({
  till,
}) => {
  await openSettings(till.page)
  await test.step('a logo is shown as it is printed, and stays when another file is refused', async () => {
    const { page } = till
    const file = page.getByTestId('logo').locator('input[type=file]')
    const takes = (buffer: Buffer) => file.setInputFiles({ name: 'лого.png', mimeType: 'image/png', buffer })
    await takes(pictureOf('Өглөө'))
    const picture = page.getByTestId('logo-picture')
    await expect(picture).toHaveAttribute('src', /^data:image\/png;base64,/)
    const before = await picture.getAttribute('src')
    const wrong: readonly Buffer[] = [Buffer.from('no picture'), Buffer.alloc(3 * 1024 * 1024)]
    for (const buffer of wrong) {
      await takes(buffer)
      await expect(page.getByTestId('logo-failure')).toContainText('2 МБ')
      await expect(picture).toHaveAttribute('src', before ?? '')
      await takes(pictureOf('Өглөө'))
      await expect(page.getByTestId('logo-failure')).toHaveCount(0)
    }
  })
  await test.step('an invalid spare printer is named at its field', async () => {
    const { page } = till
    const spare = part(page, 'settings.sparePrinter')
    await choose(spare, 'settings.printer.network')
    await field(spare, 'settings.printer.host').fill('example.com')
    await press(page, 'word.save')
    await expect(page.getByTestId('settings-wrong')).toBeVisible()
    await expect(field(spare, 'settings.printer.host')).toBeFocused()
    await field(spare, 'settings.printer.host').fill('192.168.1.77')
    await field(spare, 'settings.printer.port').fill('9101')
    await choose(part(page, 'settings.drawer.opens'), 'settings.drawer.opens.never')
    await press(page, 'word.save')
    await expect(page.getByTestId('settings-saved')).toBeVisible()
  })
  await till.restart()
  const { page } = till
  await openSettings(page)
  await expect(page.getByTestId('logo-picture')).toBeVisible()
  await press(page, 'logo.remove')
  await expect(page.getByTestId('logo-picture')).toHaveCount(0)
  const spare = part(page, 'settings.sparePrinter')
  await expect(field(spare, 'settings.printer.host')).toHaveValue('192.168.1.77')
  await expect(field(spare, 'settings.printer.port')).toHaveValue('9101')
  expect((await viewOf(page)).settings).toMatchObject({ drawer: { opens: 'never' }, printer: FOLDER })
})

function pictureOf(words: string): Buffer {
  const canvas = createCanvas(300, 120)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, 300, 120)
  pen.fillStyle = '#000000'
  pen.font = '60px sans-serif'
  pen.fillText(words, 20, 80)
  return canvas.toBuffer('image/png')
}
