/** CPU use of an idle till: with an empty cart, and while a QR waits for its payment. */
import { setTimeout as pause } from 'node:timers/promises'
import { fillCart } from './cart.ts'
import { type Figure, figure, type Measure, spreadOf } from './figure.ts'
import { processorSeconds } from './processes.ts'
import { anyCode, inTillWindow, withElectron } from './till-window.ts'

/**
 * How long the till's start goes on in the background: it prepares the search after 1 s and the receipts after 10 s, and frees the
 * memory of the start after half a minute.
 */
const STARTED_MS = 40_000
/** After a charge, before the time is measured. */
const CHARGED_MS = 6_000
const PART_MS = 10_000
const PARTS = 3

export const measureIdle: Measure = withElectron(async ({ executable }) => {
  if (process.platform !== 'linux') {
    console.log('  not measured: the times of processes are read from /proc, which only Linux has')
    return []
  }
  return inTillWindow({ executable }, async ({ page, pid }) => {
    await pause(STARTED_MS)
    const empty = await shareOf(pid)
    await fillCart(page, [await anyCode(page)])
    await page.getByTestId('charge').click()
    await page.getByTestId('qr').waitFor()
    await pause(CHARGED_MS)
    const charged = await shareOf(pid)
    return [asFigure('idle', 1, empty), asFigure('idle with a QR up', 3, charged)]
  })
})

const asFigure = (name: string, atMost: number, shares: readonly number[]): Figure =>
  figure({
    ...{ name, unit: '%', ours: spreadOf(shares), reach: { at: 'p50', atMost } },
    note: `Of one core, all processes of the app together, over ${PART_MS / 1000} s each, from ${STARTED_MS / 1000} s after the start.`,
  })

/** In percent of a core. */
async function shareOf(pid: number): Promise<readonly number[]> {
  const shares: number[] = []
  for (let part = 0; part < PARTS; part += 1) {
    const [begun, before] = [performance.now(), processorSeconds(pid)]
    await pause(PART_MS)
    shares.push(((processorSeconds(pid) - before) / ((performance.now() - begun) / 1000)) * 100)
  }
  return shares
}
