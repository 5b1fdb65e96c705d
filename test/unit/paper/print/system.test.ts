import { expect, test, vi } from 'vitest'
import {
  jobMark,
  type PowerShell,
  type SilentPrint,
  systemPrinter,
} from '../../../../main/paper/print/index.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { drawerThrough, failedPrint, printRequest, printThrough } from '../../../support/print-request.ts'

const request = { ...printRequest(16), html: () => '<p>paper</p>' }

/** A queue in which the job of the page appears, and is printed at once. */
function queueThatPrints(): PowerShell {
  let asked = 0
  return {
    ask: async ({ do: what }) => {
      if (what !== 'find') return { kind: 'answer', fields: PRINTED }
      asked += 1
      return { kind: 'answer', fields: { job: asked === 1 ? null : 7, document: 'x', kept: true } }
    },
    end: () => {},
  }
}

const PRINTED = { queue: 0, attributes: 0x40, job: 0x2080, otherPrints: false, removed: true }

const windows = (silentPrint?: SilentPrint, clock = handClock()) =>
  systemPrinter({
    queue: 'POS-80',
    mark: jobMark('X7F3'),
    width: 58,
    clock,
    platform: 'win32',
    shell: queueThatPrints(),
    ...(silentPrint ? { silentPrint } : {}),
  })

const printBy = (silent: SilentPrint) => printThrough(windows(silent), request)

test('on Windows the page goes to the queue with its width, without a dialog', async () => {
  const silentPrint = vi.fn<SilentPrint>(async () => 'done')
  expect(await printThrough(windows(silentPrint), request)).toEqual({ printed: true, files: [] })
  expect(silentPrint).toHaveBeenCalledWith('<p>paper</p>', { queue: 'POS-80', widthMm: 58, heightMm: 9 })
})

test('a page that the queue refused is not printed', async () => {
  expect(await printBy(async () => 'failed')).toEqual(failedPrint('PRINTER_FAILED'))
})

test('a silent print that throws may have begun', async () => {
  const throws = async () => {
    throw new Error('the window is gone')
  }
  expect(await printBy(throws)).toEqual(
    failedPrint('PRINTER_FAILED', 'Error: the window is gone', { begun: true }),
  )
})

test('an unknown queue prints nothing and is named', async () => {
  expect(await printBy(async () => 'no such printer')).toEqual(failedPrint('PRINTER_UNREACHABLE', 'POS-80'))
})

test('a silent print without a result is given up after a time limit', async () => {
  const clock = handClock()
  let asked = false
  const silent: SilentPrint = () => {
    asked = true
    return new Promise(() => {})
  }
  const outcome = printThrough(windows(silent, clock), request)
  await expect.poll(() => asked).toBe(true)
  clock.advance(60_000)
  expect(await outcome).toEqual(failedPrint('PRINT_UNCONFIRMED', null, { begun: true }))
})

test('without a way to print silently there is no printer', async () => {
  expect(await printThrough(windows(), request)).toMatchObject({ failure: { name: 'PRINTER_MISSING' } })
})

test('a system printer drives no drawer', async () => {
  const failure = await drawerThrough(windows(async () => 'done'))
  expect(failure).toEqual({ name: 'DRAWER_MISSING', detail: null })
})
