/**
 * Measures what a cashier waits for at a till with 100,000 goods, in the real page on each host: the time from a scan
 * until its line is painted, the time from a letter until its results are painted, and whether a scanner of 20 codes a
 * second loses a code within a minute. The comparison is the least that any page in the same window needs: a letter
 * echoed by two lines of script.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { REGISTER_NAME } from '../../main/register/index.ts'
import { viewOf } from '../demo/till.ts'
import { findHost, type Host, openHost } from '../hosts/index.ts'
import { ensureBuild } from '../setup/build.ts'
import { type Keys, keysOf } from './keys.ts'
import { importInto, type ManyGoods, manyGoods } from './many-goods.ts'
import { installProbe, measured, type Painted, type Watched, watch } from './painted.ts'
import { inShort, type Times } from './times.ts'

const GOODS = Number(process.env.TUGRIK_BENCH_GOODS ?? 100_000)
const SCANS = 120
const SCAN_APART_MS = 250
const LINES_OF_A_SALE = 30
/** The longest cart that is measured, and how many of its last lines are measured. */
const LONG_CART = 300
const LONG_CART_WATCHED = 60
const LETTER_APART_MS = 120
const STORM_SECONDS = Number(process.env.TUGRIK_BENCH_STORM ?? 60)
const STORM_PER_SECOND = 20
/** Codes in one sale: as many lines as a full trolley has. */
const STORM_CODES = 100

/** Every query is typed once, so no result is cached. */
const QUERIES = [
  'сүү апу',
  'tarag',
  'атар талх',
  'guril 1',
  'шоколад milka',
  'jacobs',
  'ундаа 0.5',
  'tsai lipton',
  'өндөг 10',
  'uudag',
  'угаалгын нунтаг',
  'самартай печень',
  'hiam',
  '8650001',
  'нэрмэл',
  'халуун гоймон',
  'ariun tsaas',
  'майонез монос',
  'бяслаг 200',
  'xangai',
] as const

type Measured = Times & { readonly count: number; readonly in_document: Times }

type TillTimes = {
  /** The machine's load over the minute before. Above 2 on two cores the machine had other work, too. */
  readonly load_average: number
  readonly bare_echo: Measured
  readonly scan_to_line: Measured
  /** The last lines of a cart of 300 lines. */
  readonly scan_to_line_of_300: Measured
  readonly letter_to_results: Measured & { readonly overtaken: number }
  readonly storm: Measured & {
    readonly scans: number
    readonly seconds: number
    readonly per_second: number
    readonly dropped: number
  }
}

export type Till = {
  readonly goods: number
  readonly import_s: number
} & { readonly [Kind in Host['kind']]: TillTimes | { readonly missing: string } }

export async function measureTill(): Promise<Till> {
  await ensureBuild()
  const folder = await mkdtemp(join(tmpdir(), 'tugrik-bench-till-'))
  const goods = manyGoods(GOODS)
  try {
    const import_s = await importInto(join(folder, 'made'), goods)
    const on = async (kind: Host['kind']) => {
      const own = join(folder, kind)
      await cp(join(folder, 'made', REGISTER_NAME), join(own, REGISTER_NAME))
      return measureOn(kind, own, goods)
    }
    return { goods: GOODS, import_s, browser: await on('browser'), electron: await on('electron') }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measureOn(
  kind: Host['kind'],
  dataFolder: string,
  goods: ManyGoods,
): Promise<Till[Host['kind']]> {
  const found = findHost(kind)
  if ('missing' in found) return found
  const host = await openHost(kind, { dataFolder, practice: null })
  try {
    const { page } = host
    await page.getByTestId('search').waitFor()
    const keys = await keysOf(page)
    await installProbe(page)
    await warm(page, keys, goods)
    return {
      load_average: Number((loadavg()[0] ?? 0).toFixed(1)),
      bare_echo: await echo(page, keys),
      letter_to_results: await letters(page, keys),
      scan_to_line: await scans(page, keys, goods),
      scan_to_line_of_300: await longCart(page, keys, goods),
      storm: await storm(page, keys, goods),
    }
  } finally {
    await host.close()
  }
}

/** The first scan and search load the fonts, build the search index and warm up the compiler. */
async function warm(page: Page, keys: Keys, { codes }: ManyGoods): Promise<void> {
  for (const code of codes.slice(-5)) await keys.scan(code)
  await page.getByTestId('cart-line').nth(4).waitFor()
  for (const key of ['л', 'а', 'а', 'Escape']) {
    await keys.press(key)
    await pause(LETTER_APART_MS)
  }
  await emptyCart(page)
}

async function echo(page: Page, keys: Keys): Promise<Measured> {
  return (
    await watching(page, 'echo', async () => {
      for (const letter of QUERIES.join('')) {
        await keys.press(letter)
        await pause(LETTER_APART_MS / 2)
      }
      await keys.press('Escape')
    })
  ).times
}

async function letters(page: Page, keys: Keys): Promise<TillTimes['letter_to_results']> {
  const { times, overtaken } = await watching(page, 'results', async () => {
    for (const query of QUERIES) {
      for (const letter of query) {
        await keys.press(letter)
        await pause(LETTER_APART_MS)
      }
      await keys.press('Escape')
      await pause(LETTER_APART_MS)
    }
  })
  return { ...times, overtaken }
}

/** One scan at a time, in several sales of growing length. */
async function scans(page: Page, keys: Keys, { codes }: ManyGoods): Promise<Measured> {
  const all: Painted[] = []
  for (let done = 0; done < SCANS; done += LINES_OF_A_SALE) {
    const { painted } = await watching(page, 'lines', async () => {
      for (let line = 0; line < LINES_OF_A_SALE; line++) {
        await keys.scan(codes[(done + line) * 701] ?? '')
        await pause(SCAN_APART_MS)
      }
    })
    all.push(...painted)
    await emptyCart(page)
  }
  if (all.length !== SCANS) throw new Error(`${SCANS} scans, ${all.length} of them painted`)
  return shortly(all)
}

async function longCart(page: Page, keys: Keys, { codes }: ManyGoods): Promise<Measured> {
  const ring = async (from: number, to: number) => {
    for (let line = from; line < to; line++) {
      await keys.scan(codes[line * 331] ?? '')
      await pause(SCAN_APART_MS)
    }
  }
  await ring(0, LONG_CART - LONG_CART_WATCHED)
  const { times } = await watching(page, 'lines', () => ring(LONG_CART - LONG_CART_WATCHED, LONG_CART))
  const lines = (await viewOf(page)).counter?.sale.lines.length ?? 0
  if (lines !== LONG_CART) throw new Error(`a cart of ${LONG_CART} has ${lines} lines`)
  await emptyCart(page)
  return times
}

async function storm(page: Page, keys: Keys, { codes }: ManyGoods): Promise<TillTimes['storm']> {
  const scans = STORM_SECONDS * STORM_PER_SECOND
  let seconds = 0
  const { times } = await watching(page, 'lines', async () => {
    const sent: Promise<unknown>[] = []
    const began = performance.now()
    for (let number = 0; number < scans; number++) {
      await pause(Math.max(0, began + (number * 1000) / STORM_PER_SECOND - performance.now()))
      sent.push(keys.scan(codes[(number % STORM_CODES) * 997] ?? ''))
    }
    seconds = (performance.now() - began) / 1000
    await Promise.all(sent)
  })
  const pieces = ((await viewOf(page)).counter?.sale.lines ?? []).reduce(
    (sum, { quantity }) => sum + quantity / 1000,
    0,
  )
  return {
    ...times,
    scans,
    seconds: Number(seconds.toFixed(1)),
    per_second: Number((scans / seconds).toFixed(1)),
    dropped: scans - pieces,
  }
}

async function watching(page: Page, watched: Watched, action: () => Promise<void>) {
  await watch(page, watched)
  await action()
  const { painted, overtaken } = await measured(page)
  return { painted, overtaken, times: shortly(painted) }
}

const shortly = (painted: readonly Painted[]): Measured => ({
  ...inShort(painted.map((one) => one.painted)),
  count: painted.length,
  in_document: inShort(painted.map((one) => one.drawn)),
})

async function emptyCart(page: Page): Promise<void> {
  const saleId = (await viewOf(page)).counter?.sale.id
  if (saleId === undefined) return
  await page.evaluate((id) => window.pos.call('discardSale', { saleId: id }), saleId)
  await page.getByTestId('cart-line').first().waitFor({ state: 'detached' })
}
