/**
 * What a cashier waits for at a till with many goods: from the last key of a scan until its line is painted, in a cart of
 * 50 lines and of 300, and from a letter until its results are painted. Beside both, the least that any page in the same
 * window needs: a letter echoed by two lines of script. One scan or letter, then one echo.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type Figure, type Measure, type Spread, spreadOf } from './figure.ts'
import { inGoodsFolder, type ManyGoods } from './goods.ts'
import { type Keys, keysOf } from './keys.ts'
import { installProbe, paintedAfter } from './painted.ts'
import { emptyCart, fillCart, inTillWindow } from './till-window.ts'

const GOODS = 100_000
/** A person and a scanner are slower. */
const APART_MS = 80
const FRAME_MS = 1000 / 60

/** Lines of the cart in the middle of the measured ones; how many scans of one cart are measured, and of how many carts. */
const CARTS = [
  { lines: 50, scans: 40, carts: 2 },
  { lines: 300, scans: 40, carts: 2 },
] as const
type Cart = (typeof CARTS)[number]

/** Every query is typed once, so no result is cached. */
const QUERIES = [
  'сүү апу',
  'tarag',
  'атар талх',
  'шоколад milka',
  'ундаа 0.5',
  'tsai lipton',
  '8650001',
  'xangai',
]

type Pair = { readonly ours: Spread; readonly echo: Spread }

export const measureScanToLine: Measure = ({ electron }) =>
  inGoodsWindow(electron, async (page, keys, goods) => {
    const figures: Figure[] = []
    for (const cart of CARTS)
      figures.push({
        ...besideEcho(`a scan to its line, a cart of ${cart.lines}`, await scans(page, keys, goods, cart)),
        reach: { at: 'p95', peer: 'echo', plus: FRAME_MS },
      })
    return figures
  })

export const measureSearchPainted: Measure = ({ electron }) =>
  inGoodsWindow(electron, async (page, keys) => [
    besideEcho('a letter to its results', await letters(page, keys)),
  ])

const besideEcho = (name: string, { ours, echo }: Pair): Figure => ({
  ...{ name, unit: 'ms', ours, against: { echo } },
  note: `${GOODS.toLocaleString('en')} goods. Both to the frame after the change; the echo is a letter written into the same page by a listener before all others.`,
})

async function inGoodsWindow<Found>(
  electron: string,
  work: (page: Page, keys: Keys, goods: ManyGoods) => Promise<Found>,
): Promise<Found> {
  return inGoodsFolder(GOODS, ({ folder, goods }) =>
    inTillWindow({ electron, folder }, async ({ page }) => {
      await installProbe(page)
      const keys = await keysOf(page)
      await warm(page, keys, goods)
      return work(page, keys, goods)
    }),
  )
}

/** The first scan and search load the fonts, build the search index and warm up the compiler. */
async function warm(page: Page, keys: Keys, { codes }: ManyGoods): Promise<void> {
  for (const code of codes.slice(-10)) await paintedAfter(page, 'line', () => keys.scan(code))
  for (const letter of 'лаат') {
    await paintedAfter(page, 'results', () => keys.press(letter))
    await pause(APART_MS) // faster keys are a scanner's
  }
  await keys.press('Escape')
  await emptyCart(page)
}

async function scans(page: Page, keys: Keys, { codes }: ManyGoods, cart: Cart): Promise<Pair> {
  const ours: number[] = []
  const echo: number[] = []
  const before = cart.lines - cart.scans / 2
  for (let number = 0; number < cart.carts; number += 1) {
    await fillCart(page, codes.slice(0, before))
    for (const code of codes.slice(before, before + cart.scans)) {
      ours.push(await paintedAfter(page, 'line', () => keys.scan(code)))
      await pause(APART_MS)
      echo.push(await paintedAfter(page, 'echo', () => keys.press('x')))
      await pause(APART_MS)
    }
    await emptyCart(page)
  }
  return { ours: spreadOf(ours), echo: spreadOf(echo) }
}

async function letters(page: Page, keys: Keys): Promise<Pair> {
  const ours: number[] = []
  const echo: number[] = []
  for (const query of QUERIES) {
    for (const letter of query) {
      // A space changes no results.
      if (letter === ' ') await keys.press(letter)
      else ours.push(await paintedAfter(page, 'results', () => keys.press(letter)))
      await pause(APART_MS)
      echo.push(await paintedAfter(page, 'echo', () => keys.press('x')))
      await pause(APART_MS)
    }
    await keys.press('Escape')
    await pause(APART_MS)
  }
  return { ours: spreadOf(ours), echo: spreadOf(echo) }
}
