/** Whether a till's memory grows with its sales: after many against after a hundred. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { freePort } from '../setup/free-port.ts'
import { type DevTools, devToolsAt } from './dev-tools.ts'
import { type Figure, figure, type Measure, type Spread, spreadOf } from './figure.ts'
import { residentMemory } from './processes.ts'
import { anyCode, inTillWindow, type TillWindow, withElectron } from './till-window.ts'

const FEW = 100
const MANY = 1_000
/** After the last sale, before it is measured. */
const SETTLE_MS = 2_000
/** With sizes: a busy day of a large shop. */
const MOST = 10_000

const NAMES = {
  mainHeap: 'heap of the main process',
  mainMemory: 'memory of the main process',
  pageHeap: 'heap of the page',
  pageMemory: 'memory of the page',
} as const
type Name = keyof typeof NAMES
type Used = Readonly<Record<Name, number>>

export const measureMemory: Measure = withElectron(async ({ sizes, executable }) => {
  if (process.platform !== 'linux') {
    console.log('  not measured: the memory of processes is read from /proc, which only Linux has')
    return []
  }
  const port = await freePort()
  return inTillWindow({ executable, switches: [`--inspect=127.0.0.1:${port}`] }, async (till) => {
    const node = await devToolsAt(port, '/json/list')
    const code = await anyCode(till.page)
    const used = new Map<number, Used>()
    let sold = 0
    for (const sales of sizes ? [FEW, MANY, MOST] : [FEW, MANY]) {
      await sell(till.page, code, sales - sold)
      sold = sales
      used.set(sales, await usedNow(till, node))
    }
    node.close()
    return (Object.keys(NAMES) as Name[]).map((name) => grown(name, used))
  })
})

function grown(name: Name, used: ReadonlyMap<number, Used>): Figure {
  const points = [...used].map(([size, all]) => ({ size, ours: spreadOf([all[name]]), against: {} }))
  const at = (index: number): Spread => points.at(index)?.ours ?? spreadOf([])
  const peer = `after ${FEW} sales`
  return figure({
    name: `${NAMES[name]} after ${[...used.keys()].at(-1)} sales`,
    note: 'Each sale in cash with its receipt printed, one after the other without a pause, in one run of the program; then caches are freed as when memory is short, and garbage is collected.',
    unit: 'MB',
    ours: at(-1),
    against: { [peer]: at(0) },
    reach: { at: 'p50', peer, times: 1.1 },
    ...(points.length > 2 ? { curve: { of: 'sales', points } } : {}),
  })
}

/** Resolves when the sales are sold and their work is done. */
async function sell(page: Page, code: string, sales: number): Promise<void> {
  const EACH = 25
  for (let done = 0; done < sales; done += EACH)
    await page.evaluate(
      async ({ code, sales }) => {
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
      },
      { code, sales: Math.min(EACH, sales - done) },
    )
  await page.waitForFunction(
    async () => {
      const reply = await window.pos.call('getView')
      if (!reply.ok || reply.value.locked) throw new Error('the till gives no view')
      return reply.value.waiting.count === 0 && reply.value.printing.waiting === 0
    },
    null,
    { timeout: 180_000, polling: 250 },
  )
}

async function usedNow({ page, pid }: TillWindow, node: DevTools): Promise<Used> {
  const session = await page.context().newCDPSession(page)
  const browser = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await browser?.send('SystemInfo.getProcessInfo')) ?? {}
  const renderer = processInfo.find(({ type }) => type === 'renderer')
  if (renderer === undefined) throw new Error('the page has no process')
  // Chromium keeps decoded pictures of receipts until memory is short.
  await session.send('Memory.simulatePressureNotification', { level: 'critical' })
  await pause(SETTLE_MS)
  // The first collection calls finalizers, whose garbage the second one collects.
  for (let time = 0; time < 2; time += 1) {
    await node.send('HeapProfiler.collectGarbage')
    await session.send('HeapProfiler.collectGarbage')
  }
  const { usedSize } = await node.send('Runtime.getHeapUsage')
  const pageHeap = await session.send('Runtime.getHeapUsage')
  await session.detach()
  await browser?.detach()
  return {
    mainHeap: Number(usedSize) / 2 ** 20,
    mainMemory: residentMemory(pid),
    pageHeap: pageHeap.usedSize / 2 ** 20,
    pageMemory: residentMemory(renderer.id),
  }
}
