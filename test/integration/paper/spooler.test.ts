/** Raw queues of Windows: the driver with a real child process, which gives recorded answers of the spooler. */
import { expect, test } from 'vitest'
import { machineClock } from '../../../main/base/clock-and-log.ts'
import { drawerPulse } from '../../../main/paper/draw/index.ts'
import {
  jobMark,
  openDriver,
  profileNamed,
  shellForEachQueue,
  systemPrinter,
} from '../../../main/paper/print/index.ts'
import { fakePowerShell, type Scenario } from '../../support/fake-powershell.ts'
import { fastClock } from '../../support/fast-clock.ts'
import {
  drawerThrough,
  failedPrint,
  printRequest,
  printThrough,
  statusThrough,
} from '../../support/print-request.ts'

const MARK = jobMark('X7F3')
const READY = { queue: 0, attributes: 0x40 }
const MADE = { job: 12, document: 'as the queue names it', kept: true }
const at = (job: number | null, more: object = {}) => ({ ...READY, job, otherPrints: false, ...more })
const removed = (job: number | null, more: object = {}) => ({ ...at(job, more), removed: true })

/** The time of PowerShell is the machine's, because its start takes longer on a busy one. */
function windows(scenario: Scenario, clock = machineClock, clockOfShell = machineClock) {
  const fake = fakePowerShell(clockOfShell, scenario)
  const driver = openDriver(
    { kind: 'raw-queue', queue: 'Касс “1”; $(exit)', profile: 'escpos' },
    { clock, mark: MARK, printFolder: null, paperWidth: 80, platform: 'win32', shellOf: () => fake.shell },
  )
  return { ...fake, driver }
}

const answers = (more: Scenario['answers']): Scenario => ({
  answers: { queue: [READY], print: [MADE], ...more },
})

test('a job is printed when the queue says so, and is removed with its data', async () => {
  const { driver, requests } = windows(
    answers({ job: [at(0x8), at(0x2010), at(0x2080)], end: [removed(0x2080)] }),
  )
  const request = printRequest(2000)
  expect(await printThrough(driver, request)).toEqual({ printed: true, files: [] })
  const print = requests().find((one) => one.do === 'print')
  expect(print).toMatchObject({ queue: 'Касс “1”; $(exit)', name: MARK + request.name })
  expect(Buffer.from(`${print?.data}`, 'base64')).toEqual(Buffer.from(request.bytes))
  expect(requests().at(-1)).toMatchObject({ do: 'end', job: 12 })
})

const unconfirmed = (detail: string | null) => failedPrint('PRINT_UNCONFIRMED', detail, { begun: true })

test('a job that vanishes from the queue is unconfirmed', async () => {
  const { driver } = windows(answers({ job: [at(0x2010), at(null)] }))
  expect(await printThrough(driver, printRequest(16))).toEqual(unconfirmed('the job is gone'))
})

test('a queue that does not keep its jobs confirms none', async () => {
  const { driver } = windows(answers({ print: [{ ...MADE, kept: false }], job: [at(null)] }))
  expect(await printThrough(driver, printRequest(16))).toEqual(unconfirmed('the queue does not keep jobs'))
})

test('a job that a person deletes is not printed, and may have begun', async () => {
  const { driver } = windows(answers({ job: [at(0x10), at(0x14)], end: [removed(0x14)] }))
  expect(await printThrough(driver, printRequest(16))).toEqual(
    failedPrint('PRINTER_FAILED', 'deleted', { begun: true }),
  )
})

test('a job at a printer without paper is removed with that reason', async () => {
  const { driver, requests } = windows(
    answers({ job: [at(0x10), at(0x52)], end: [removed(0x53)] }),
    fastClock(20),
  )
  expect(await printThrough(driver, printRequest(16))).toEqual(
    failedPrint('PRINTER_PAPER_OUT', null, { begun: true }),
  )
  expect(requests().at(-1)).toMatchObject({ do: 'end', job: 12 })
})

test('paper that comes in time lets the job go on', async () => {
  const { driver } = windows(answers({ job: [at(0x52), at(0x10), at(0x2080)], end: [removed(0x2080)] }))
  expect(await printThrough(driver, printRequest(16))).toEqual({ printed: true, files: [] })
})

test('a job that ends just before it is removed is printed', async () => {
  const { driver } = windows(answers({ job: [at(0x52)], end: [removed(0x2080)] }), fastClock(20))
  expect(await printThrough(driver, printRequest(16))).toEqual({ printed: true, files: [] })
})

test('a job behind another program’s is removed after a time limit and can be printed again', async () => {
  const behind = { otherPrints: true }
  const { driver } = windows(answers({ job: [at(0x8, behind)], end: [removed(0x1, behind)] }), fastClock(200))
  expect(await printThrough(driver, printRequest(16))).toEqual(
    failedPrint('PRINTER_OFFLINE', 'the queue holds it', { begun: false }),
  )
})

test('a job that can neither be followed nor removed is unconfirmed', async () => {
  const { driver } = windows(
    answers({ job: [{ error: 'EnumJobs', code: 1722 }], end: [{ error: 'OpenPrinter', code: 1722 }] }),
    fastClock(200),
  )
  expect(await printThrough(driver, printRequest(16))).toEqual(unconfirmed('the queue does not answer'))
})

test('a queue that is paused or set to work offline gets no job', async () => {
  for (const state of [
    { queue: 0x1, attributes: 0x40 },
    { queue: 0, attributes: 0x440 },
  ]) {
    const { driver, requests } = windows(answers({ queue: [state] }))
    expect(await printThrough(driver, printRequest(16))).toEqual(failedPrint('PRINTER_OFFLINE'))
    expect(requests().some((one) => one.do === 'print')).toBe(false)
  }
})

test('an unknown queue is unreachable', async () => {
  const { driver } = windows(answers({ queue: [{ error: 'OpenPrinter', code: 1801 }] }))
  expect(await printThrough(driver, printRequest(16))).toEqual(
    failedPrint('PRINTER_UNREACHABLE', 'OpenPrinter 1801'),
  )
})

test('a queue that takes no job printed nothing, and one that fails in the middle may have', async () => {
  const refused = windows(answers({ print: [{ error: 'StartDocPrinter', code: 5 }] }))
  expect(await printThrough(refused.driver, printRequest(16))).toEqual(
    failedPrint('PRINTER_OFFLINE', 'StartDocPrinter 5', { begun: false }),
  )
  const broken = windows(answers({ print: [{ error: 'WritePrinter', code: 112 }] }))
  expect(await printThrough(broken.driver, printRequest(16))).toMatchObject({ printed: false, begun: true })
})

test('where a policy restricts PowerShell, nothing is printed and the reason is told', async () => {
  const cases: readonly (readonly [Scenario, RegExp])[] = [
    [{ start: 'ConstrainedLanguage' }, /ConstrainedLanguage/],
    [{ start: 'policy' }, /running scripts is disabled/],
    [answers({ queue: [{ refused: 'Cannot add type. Access is denied' }] }), /Cannot add type/],
  ]
  for (const [scenario, why] of cases) {
    const { driver } = windows(scenario)
    expect(await printThrough(driver, printRequest(16))).toEqual(
      failedPrint('PRINTER_SPOOLER_REFUSED', expect.stringMatching(why)),
    )
  }
})

test('a spooler that hangs while it takes the job is given up, and the next print starts a new PowerShell', async () => {
  const { driver } = windows(answers({ print: ['hangs'] }), machineClock, fastClock(20))
  expect(await printThrough(driver, printRequest(16))).toMatchObject({ printed: false, begun: true })
  // Another process begins its answers again.
  expect(await statusThrough(driver)).toEqual({
    ready: true,
    paperLow: false,
  })
})

test('a PowerShell that is killed in the middle leaves an unconfirmed print', async () => {
  for (const turn of ['print', 'job'] as const) {
    const { driver } = windows(answers({ [turn]: ['dies'] }))
    expect(await printThrough(driver, printRequest(16))).toMatchObject({ printed: false, begun: true })
  }
})

test('each look at a job, and its end, names its document, because a restarted spooler gives its id to another job', async () => {
  const { driver, requests } = windows(answers({ job: [at(0x10), at(0x2080)], end: [removed(0x2080)] }))
  await printThrough(driver, printRequest(16))
  for (const { do: what, document } of requests())
    if (what === 'job' || what === 'end') expect(document).toBe(MADE.document)
})

test('a job that a killed PowerShell leaves in the queue is removed, so that it does not print later unnoticed', async () => {
  const made = windows(answers({ print: ['dies'] }))
  expect(await printThrough(made.driver, printRequest(16))).toMatchObject({ printed: false, begun: true })
  expect(made.requests().at(-1)).toMatchObject({ do: 'clear', mark: MARK })
  const followed = windows(answers({ job: ['dies'], end: [removed(0x1)] }))
  expect(await printThrough(followed.driver, printRequest(16))).toEqual(unconfirmed('exit 1'))
  expect(followed.requests().at(-1)).toMatchObject({ do: 'end', job: 12 })
})

test('the drawer opens by the pulse of its model, and a pulse that cannot leave is removed', async () => {
  const ready = windows(answers({ job: [at(0x2080)], end: [removed(0x2080)] }))
  expect(await drawerThrough(ready.driver)).toBe(null)
  const print = ready.requests().find((one) => one.do === 'print')
  expect(Buffer.from(`${print?.data}`, 'base64')).toEqual(
    Buffer.from(drawerPulse(profileNamed('escpos')) ?? []),
  )
  const stuck = windows(answers({ job: [at(0x20)], end: [removed(0x21)] }), fastClock(20))
  expect(await drawerThrough(stuck.driver)).toMatchObject({ name: 'PRINTER_OFFLINE' })
  expect(stuck.requests().at(-1)).toMatchObject({ do: 'end' })
})

test('the status of the printer is that of its queue', async () => {
  const { driver } = windows(answers({ queue: [READY, { queue: 0x10, attributes: 0x40 }] }))
  expect(await statusThrough(driver)).toEqual({
    ready: false,
    failure: { name: 'PRINTER_PAPER_OUT', detail: null },
  })
})

function page(scenario: Scenario, end: 'done' | 'failed' = 'done', clock = machineClock) {
  const fake = fakePowerShell(machineClock, scenario)
  const driver = systemPrinter({
    queue: 'POS-80',
    mark: MARK,
    width: 80,
    clock,
    platform: 'win32',
    shell: fake.shell,
    silentPrint: async () => end,
  })
  return { ...fake, driver }
}

const NONE = { job: null, document: '', kept: false }

test('a page that the queue took is printed only when its job has', async () => {
  const printed = { find: [NONE, MADE], job: [at(0x10), at(0x2080)], end: [removed(0x2080)] }
  const { driver, requests } = page({ answers: printed })
  expect(await printThrough(driver, printRequest(16))).toEqual({ printed: true, files: [] })
  expect(requests().slice(0, 2)).toMatchObject([
    { do: 'clear', mark: MARK },
    { do: 'find', name: MARK + printRequest(16).name },
  ])
})

test('a page is not taken for an older one of its name where the queue did not answer before the print', async () => {
  const find = [{ error: 'EnumJobs', code: 1722 }, MADE]
  const { driver } = page({ answers: { find, job: [at(0x2080)], end: [removed(0x2080)] } })
  expect(await printThrough(driver, printRequest(16))).toEqual(unconfirmed(null))
})

test('a page whose job is not found, or is an older one of that name, is unconfirmed', async () => {
  for (const find of [[NONE], [MADE], [{ refused: 'Cannot add type' }]])
    expect(await printThrough(page({ answers: { find } }).driver, printRequest(16))).toEqual(
      unconfirmed(null),
    )
})

test('a queue that does not answer does not end the print that is followed at another queue', async () => {
  const hung = fakePowerShell(fastClock(50), { answers: { queue: ['hangs'] } })
  const good = fakePowerShell(
    machineClock,
    answers({ job: [at(0x2010), at(0x2080)], end: [removed(0x2080)] }),
  )
  const waiting = [hung.shell, good.shell]
  const shellOf = shellForEachQueue(() => waiting.shift() ?? good.shell)
  const driverAt = (queue: string) =>
    openDriver(
      { kind: 'raw-queue', queue, profile: 'escpos' },
      { clock: machineClock, mark: MARK, printFolder: null, paperWidth: 80, platform: 'win32', shellOf },
    )
  const silent = printThrough(driverAt('off'), printRequest(16))
  expect(await printThrough(driverAt('on'), printRequest(16))).toEqual({ printed: true, files: [] })
  expect(await silent).toMatchObject({ printed: false, failure: { name: 'PRINTER_UNREACHABLE' } })
  expect(shellOf('on')).toBe(good.shell)
})

test('a PowerShell that a scanner keeps from starting in time is silent, and no policy', async () => {
  const { driver } = windows({ start: 'slowly' }, machineClock, fastClock(20))
  expect(await printThrough(driver, printRequest(16))).toEqual(
    failedPrint('PRINTER_UNREACHABLE', 'ETIMEDOUT'),
  )
})
