import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { machineClock } from '../../../main/base/clock-and-log.ts'
import { documentAsPdf, drawerPulse } from '../../../main/paper/draw/index.ts'
import {
  findPrinters,
  jobMark,
  openDriver,
  type PrintRequest,
  profileNamed,
  systemPrinter,
} from '../../../main/paper/print/index.ts'
import { cupsMissing, cupsWhoseTill, startCups, type TestCups } from '../../support/cups.ts'
import { needs, programsMissing } from '../../support/needs.ts'
import {
  drawerThrough,
  failedPrint,
  printRequest,
  printThrough,
  statusThrough,
} from '../../support/print-request.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const run = promisify(execFile)
const MARK = jobMark('X7F3')
const QR = '1234567890123456789012345678901234567890'

const request = (): PrintRequest => ({
  ...printRequest(16),
  pdf: () =>
    documentAsPdf(
      {
        blocks: [
          { kind: 'text', text: 'Өглөө дэлгүүр ₮', align: 'center', size: 'normal', bold: true },
          { kind: 'qr', data: QR, caption: null },
        ],
      },
      80,
    ),
})

const driverOf = ({ environment }: TestCups, queue: string, limits = {}) =>
  systemPrinter({
    queue,
    mark: MARK,
    width: 80,
    clock: machineClock,
    platform: 'linux',
    environment,
    ...limits,
  })

beforeEach(({ skip }) => needs(skip, cupsMissing() ?? programsMissing('pdftotext', 'pdftoppm', 'zbarimg')))

const jobsLeft = ({ command }: TestCups): Promise<string> => command('lpstat', '-W', 'not-completed', '-o')

test('a print through a real queue gives a PDF with its text and QR', async () => {
  const cups = await cupsWhoseTill('prints')
  expect(await printThrough(driverOf(cups, 'till'), request())).toEqual({ printed: true, files: [] })
  const [document = ''] = cups.documents()
  expect((await run('pdftotext', [document, '-'])).stdout.replace(/\s+/g, ' ')).toContain('Өглөө дэлгүүр ₮')
  const picture = join(temporaryFolder(), 'page')
  await run('pdftoppm', ['-r', '203', '-png', '-singlefile', document, picture])
  const { stdout } = await run('zbarimg', [
    '--quiet',
    '--raw',
    '-Sdisable',
    '-Sqrcode.enable',
    `${picture}.png`,
  ])
  expect(stdout.trim()).toBe(QR)
  expect(cups.documents()).toHaveLength(1)
})

test('a raw queue gets the printer’s own commands unchanged, and the pulse for its drawer', async () => {
  const cups = await cupsWhoseTill('prints')
  const driver = openDriver(
    { kind: 'raw-queue', queue: 'till', profile: 'escpos' },
    {
      clock: machineClock,
      mark: MARK,
      printFolder: null,
      paperWidth: 80,
      platform: 'linux',
      environment: cups.environment,
    },
  )
  expect(await printThrough(driver, request())).toEqual({ printed: true, files: [] })
  expect(await drawerThrough(driver)).toBe(null)
  const sent = cups.documents().map((path) => readFileSync(path))
  const pulse = Buffer.from(drawerPulse(profileNamed('escpos')) ?? [])
  expect(sent).toEqual([Buffer.from(request().bytes), pulse])
})

test('a stopped queue gets no job and shows the reason', async () => {
  const cups = await cupsWhoseTill('prints')
  await cups.command('cupsdisable', '-r', 'being cleaned', 'till')
  const stopped = { name: 'PRINTER_OFFLINE', detail: 'being cleaned' }
  const driver = driverOf(cups, 'till')
  expect(await printThrough(driver, request())).toEqual({ printed: false, failure: stopped })
  const status = await statusThrough(driver)
  expect(status).toEqual({ ready: false, failure: stopped })
  expect(await jobsLeft(cups)).toBe('')
})

test('a queue that rejects jobs is a failure before anything was printed', async () => {
  const cups = await cupsWhoseTill('prints')
  await cups.command('cupsreject', 'till')
  expect(await printThrough(driverOf(cups, 'till'), request())).toMatchObject({
    printed: false,
    failure: { name: 'PRINTER_OFFLINE' },
  })
  expect(cups.documents()).toEqual([])
})

test('a job that the queue aborts counts as not printed, although lp accepted it', async () => {
  const cups = await cupsWhoseTill('fails')
  expect(await printThrough(driverOf(cups, 'till'), request())).toEqual(
    failedPrint('PRINTER_FAILED', 'aborted', { begun: true }),
  )
})

test('a job is removed from a queue that stops in the middle of it, so that it is not printed twice', async () => {
  const cups = await cupsWhoseTill('stops')
  expect(await printThrough(driverOf(cups, 'till'), request())).toEqual(
    failedPrint('PRINTER_OFFLINE', 'not plugged in', { begun: true }),
  )
  expect(await jobsLeft(cups)).toBe('')
})

test('a job that hangs is cancelled after a time limit and is unconfirmed', async () => {
  const cups = await cupsWhoseTill('hangs')
  expect(await printThrough(driverOf(cups, 'till', { limitMs: 1500 }), request())).toEqual(
    failedPrint('PRINT_UNCONFIRMED', null, { begun: true }),
  )
  await expect.poll(() => jobsLeft(cups)).toBe('')
})

test('a queue that reports missing paper gives that failure, and the job is cancelled', async () => {
  const cups = await cupsWhoseTill('lacks-paper')
  expect(await printThrough(driverOf(cups, 'till', { troubleMs: 300 }), request())).toEqual(
    failedPrint('PRINTER_PAPER_OUT', 'no paper', { begun: true }),
  )
  await expect.poll(() => jobsLeft(cups)).toBe('')
})

test('a job that waits behind another program’s is cancelled before it began', async () => {
  const cups = await cupsWhoseTill('hangs')
  const other = join(temporaryFolder(), 'other.txt')
  writeFileSync(other, 'of another program')
  await cups.command('lp', '-d', 'till', '-o', 'raw', other)
  await expect.poll(() => cups.command('lpstat', '-p', 'till')).toContain('now printing')
  expect(await printThrough(driverOf(cups, 'till', { limitMs: 1000 }), request())).toEqual(
    failedPrint('PRINTER_OFFLINE', 'the queue holds it', { begun: false }),
  )
})

test('the job that a killed till left in the queue is removed before its repetition, and one of another program or till is not', async () => {
  const cups = await cupsWhoseTill('hangs')
  const left = join(temporaryFolder(), 'left.txt')
  writeFileSync(left, 'the same paper')
  for (const mark of [MARK, '', jobMark('Q2W8')])
    await cups.command('lp', '-d', 'till', '-t', `${mark}K01-20261120-0147`, '-o', 'raw', left)
  expect((await jobsLeft(cups)).match(/till-\d+/g)).toEqual(['till-1', 'till-2', 'till-3'])
  expect(await printThrough(driverOf(cups, 'till', { limitMs: 1000 }), request())).toMatchObject({
    failure: { name: 'PRINTER_OFFLINE', detail: 'the queue holds it' },
  })
  expect((await jobsLeft(cups)).match(/till-\d+/g)).toEqual(['till-2', 'till-3'])
})

test('a job that was left is removed from the server that the CUPS of this user names too', async () => {
  const cups = await cupsWhoseTill('hangs')
  const { CUPS_SERVER: socket, ...environment } = cups.environment
  const HOME = temporaryFolder()
  mkdirSync(join(HOME, '.cups'))
  writeFileSync(join(HOME, '.cups', 'client.conf'), `ServerName ${socket}\n`)
  const left = join(temporaryFolder(), 'left.txt')
  writeFileSync(left, 'the same paper')
  await cups.command('lp', '-d', 'till', '-t', `${MARK}K01-20261120-0147`, '-o', 'raw', left)
  const driver = driverOf({ ...cups, environment: { ...environment, HOME } }, 'till', { limitMs: 1000 })
  await printThrough(driver, request())
  await expect.poll(() => jobsLeft(cups)).toBe('')
})

test('an unknown queue and a missing CUPS are unreachable', async () => {
  const cups = await startCups()
  const unknown = await printThrough(driverOf(cups, 'other'), request())
  expect(unknown).toMatchObject({ printed: false, failure: { name: 'PRINTER_UNREACHABLE' } })
  const environment = { ...cups.environment, CUPS_SERVER: join(temporaryFolder(), 'no.sock') }
  const nowhere = await printThrough(driverOf({ ...cups, environment }, 'till'), request())
  expect(nowhere).toMatchObject({ printed: false, failure: { name: 'PRINTER_UNREACHABLE' } })
})

test('the system’s queues are found by name', async () => {
  const cups = await cupsWhoseTill('prints')
  await cups.command('lpadmin', '-p', 'till', '-D', 'Receipts at the door')
  const { system } = await findPrinters({
    network: false,
    environment: cups.environment,
    devices: temporaryFolder(),
    platform: 'linux',
  })
  expect(system).toEqual([{ queue: 'till', words: 'Receipts at the door' }])
})
