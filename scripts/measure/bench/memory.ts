/** Whether a till's memory grows with its sales: after many against after a hundred. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { CASHIER } from '../../run/hosts/electron-host.ts'
import { freePort } from '../../run/setup/machine.ts'
import { type DevTools, devToolsAt } from './dev-tools.ts'
import { type Figure, type Measure, spreadOf } from './figure.ts'
import { anyCode, inTillWindow } from './till-window.ts'

/**
 * Sales before those that are counted. During them V8 compiles the code of a sale: about a megabyte of machine code in the
 * page, which does not grow further.
 */
const WARM_UP = 400
const FEW = 100
const MANY = 1_000
/** After the last sale, before it is measured. */
const SETTLE_MS = 2_000
const LONGEST_WORK_MS = 180_000

const NAMES = {
  mainHeap: 'heap of the main process',
  mainMemory: 'memory of the main process',
  pageHeap: 'heap of the page',
  pageMemory: 'memory of the page',
} as const
type Name = keyof typeof NAMES
type Used = Readonly<Record<Name, number>>
type Tools = Readonly<Record<'main' | 'browser' | 'page', DevTools>>

export const measureMemory: Measure = async ({ electron }) => {
  if (process.platform !== 'linux') {
    console.log('  not measured: the memory of processes is read from /proc, which only Linux has')
    return []
  }
  const port = await freePort()
  return inTillWindow({ electron, switches: [`--inspect=127.0.0.1:${port}`] }, async (till) => {
    const code = await anyCode(till.page)
    // Playwright lets Chromium keep the content of all that the page loads, so it leaves before a sale.
    await till.page.context().browser()?.close()
    const all: Tools = {
      main: await devToolsAt(port, '/json/list'),
      browser: await devToolsAt(till.port, '/json/version'),
      page: await devToolsAt(till.port, '/json/list', CASHIER),
    }
    await sell(all.page, code, WARM_UP)
    await sell(all.page, code, FEW)
    const few = await usedNow(till.pid, all)
    await sell(all.page, code, MANY - FEW)
    const many = await usedNow(till.pid, all)
    for (const tools of Object.values(all)) tools.close()
    return (Object.keys(NAMES) as Name[]).map((name) => grown(name, few, many))
  })
}

const CONTROL = `after ${FEW} sales`

const grown = (name: Name, few: Used, many: Used): Figure => ({
  name: `${NAMES[name]} after ${MANY} sales`,
  note: `After ${WARM_UP} more that are not counted. Each sale in cash with its receipt printed, one after the other without a pause, in one run of the program; then caches are freed as when memory is short, and garbage is collected.`,
  unit: 'MB',
  ours: spreadOf([many[name]]),
  against: { [CONTROL]: spreadOf([few[name]]) },
  reach: { at: 'p50', peer: CONTROL, times: 1.1 },
})

/** Resolves when the sales are sold and their work is done. */
async function sell(page: DevTools, code: string, sales: number): Promise<void> {
  const EACH = 25
  for (let done = 0; done < sales; done += EACH)
    await inPage(page, sellHere, { code, sales: Math.min(EACH, sales - done) })
  const end = performance.now() + LONGEST_WORK_MS
  while (!(await inPage(page, isDone, null))) {
    if (performance.now() > end) throw new Error('the till does not finish the work of its sales')
    await pause(250)
  }
}

async function sellHere({ code, sales }: { readonly code: string; readonly sales: number }): Promise<void> {
  for (let sale = 0; sale < sales; sale += 1) {
    const added = await window.pos.call('addProduct', { code })
    if (!added.ok) throw new Error(added.error.name)
    const { saleId } = added.value
    const paid = await window.pos.call('takeTender', {
      saleId,
      kind: 'cash',
      received: '',
      reference: '',
    })
    if (!paid.ok) throw new Error(paid.error.name)
    const left = await window.pos.call('nextSale', { saleId })
    if (!left.ok) throw new Error(left.error.name)
  }
}

async function isDone(): Promise<boolean> {
  const reply = await window.pos.call('getView')
  if (!reply.ok || reply.value.locked) throw new Error('the till gives no view')
  return reply.value.waiting.count === 0 && reply.value.printing.waiting === 0
}

/** Runs a function in the page. It may use nothing from outside. */
async function inPage<Given, Made>(
  page: DevTools,
  work: (given: Given) => Promise<Made>,
  given: Given,
): Promise<Made> {
  const expression = `(${work})(${JSON.stringify(given)})`
  const answer = await page.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  if (answer.exceptionDetails !== undefined) throw new Error(JSON.stringify(answer.exceptionDetails))
  return (answer.result as { readonly value: Made }).value
}

async function usedNow(pid: number, { main, browser, page }: Tools): Promise<Used> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo')
  const renderer = (processInfo as readonly ProcessInfo[]).find(({ type }) => type === 'renderer')
  if (renderer === undefined) throw new Error('the page has no process')
  // Chromium keeps decoded pictures of receipts until memory is short.
  await page.send('Memory.simulatePressureNotification', { level: 'critical' })
  await pause(SETTLE_MS)
  // The first collection calls finalizers, whose garbage the second one collects.
  for (let time = 0; time < 2; time += 1) {
    await main.send('HeapProfiler.collectGarbage')
    await page.send('HeapProfiler.collectGarbage')
  }
  const heapOf = async (tools: DevTools): Promise<number> =>
    Number((await tools.send('Runtime.getHeapUsage')).usedSize) / 2 ** 20
  return {
    mainHeap: await heapOf(main),
    mainMemory: residentMemory(pid),
    pageHeap: await heapOf(page),
    pageMemory: residentMemory(renderer.id),
  }
}

type ProcessInfo = { readonly type: string; readonly id: number }

/** Of one process, in MB. */
function residentMemory(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
