/** COM ports of Windows: the line with a real child process, which gives recorded answers. */
import { expect, test } from 'vitest'
import { machineClock } from '../../../main/base/clock-and-log.ts'
import { devicePrinter, profileNamed } from '../../../main/paper/print/index.ts'
import { fakePowerShell, type Scenario } from '../../support/fake-powershell.ts'
import { drawerThrough, failedPrint, printRequest, printThrough } from '../../support/print-request.ts'

const bytes = (...data: number[]) => ({ data: Buffer.from(data).toString('base64') })

/** Answers to DLE EOT, and to GS r. */
const READY = bytes(0x12, 0x00)

/** Longer than a busy machine takes. */
const PATIENT_MS = 10_000
const IMPATIENT_MS = 300

function comPort(
  profile: string,
  answers: Scenario['answers'],
  { timeoutMs = PATIENT_MS, ...scenario }: Scenario & { readonly timeoutMs?: number } = {},
) {
  const fake = fakePowerShell(machineClock, {
    ...scenario,
    answers: { open: [{}], write: [{}], read: [bytes()], ...answers },
  })
  const driver = devicePrinter({
    path: 'COM3',
    baud: 19200,
    clock: machineClock,
    timeoutMs,
    platform: 'win32',
    profile: profileNamed(profile),
    shell: () => fake.shell,
  })
  const sent = () =>
    Buffer.concat(
      fake.requests().flatMap((one) => (one.do === 'write' ? [Buffer.from(`${one.data}`, 'base64')] : [])),
    )
  return { ...fake, driver, sent }
}

test('a printer without status gets every byte over a COM port, and the port is empty before it is closed', async () => {
  const { driver, requests, sent } = comPort('cheap-58', { unsent: [{ unsent: 120 }, { unsent: 0 }] })
  const paper = printRequest(1024, profileNamed('cheap-58'))
  expect(await printThrough(driver, paper)).toEqual({ printed: true, files: [] })
  expect(requests()[0]).toMatchObject({ do: 'open', port: 'COM3', baud: 19200 })
  expect(sent()).toEqual(Buffer.from(paper.bytes))
  expect(requests().filter((one) => one.do === 'unsent')).toHaveLength(2)
})

test('a printer with status is asked before and after the print', async () => {
  const { driver, sent } = comPort('escpos', { read: [READY] })
  expect(await printThrough(driver, printRequest(64))).toEqual({ printed: true, files: [] })
  expect(sent().subarray(0, 3)).toEqual(Buffer.from([0x10, 0x04, 1]))
})

test('a printer whose paper is out gets no data', async () => {
  const { driver } = comPort('escpos', { read: [bytes(0x72)] })
  expect(await printThrough(driver, printRequest(64))).toEqual(failedPrint('PRINTER_PAPER_OUT'))
})

test('a port that takes no more data, or whose driver hangs in the write, is given up in time', async () => {
  for (const answer of [{ error: 'TimeoutException', code: -2146233083 }, 'hangs'] as const) {
    const { driver } = comPort('cheap-58', { write: [{}, answer] }, { timeoutMs: IMPATIENT_MS })
    expect(await printThrough(driver, printRequest(1024))).toEqual(
      failedPrint('PRINTER_UNREACHABLE', 'takes no data', { begun: true }),
    )
  }
})

test('a port that is unplugged in the middle may have printed', async () => {
  const { driver } = comPort('cheap-58', { write: [{}, { error: 'IOException', code: 22 }] })
  expect(await printThrough(driver, printRequest(1024))).toEqual(
    failedPrint('PRINTER_UNREACHABLE', 'connection lost', { begun: true }),
  )
})

test('nothing is printed at a port that is missing, is in use, or hangs while it is opened', async () => {
  const cases = [
    [{ error: 'IOException', code: 2 }, 'IOException'],
    [{ error: 'UnauthorizedAccessException', code: 5 }, 'UnauthorizedAccessException'],
    ['hangs', 'ETIMEDOUT'],
  ] as const
  for (const [answer, detail] of cases) {
    const { driver, shell } = comPort('escpos', { open: [answer], queue: [{}] }, { timeoutMs: IMPATIENT_MS })
    await shell.ask({ do: 'queue' }, 5_000) // it is ready: its start has a longer limit
    expect(await printThrough(driver, printRequest(16))).toEqual(failedPrint('PRINTER_UNREACHABLE', detail))
  }
})

test('where a policy restricts PowerShell, a COM port says so', async () => {
  const { driver } = comPort('escpos', {}, { start: 'ConstrainedLanguage' })
  expect(await printThrough(driver, printRequest(16))).toMatchObject({
    failure: { name: 'PRINTER_SPOOLER_REFUSED' },
  })
})

test('the drawer opens over a COM port', async () => {
  const { driver } = comPort('escpos', { read: [READY] })
  expect(await drawerThrough(driver)).toBe(null)
})

test('a port of 9600 baud gets pieces that it can take within the time limit of a write', async () => {
  const { driver, requests } = comPort('cheap-58', { unsent: [{ unsent: 0 }] })
  await printThrough(driver, printRequest(1024, profileNamed('cheap-58')))
  const pieces = requests().flatMap((one) =>
    one.do === 'write' ? [Buffer.from(`${one.data}`, 'base64').length] : [],
  )
  expect(Math.max(...pieces)).toBe(512)
})
