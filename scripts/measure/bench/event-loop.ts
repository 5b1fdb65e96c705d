/**
 * The stops of a till's main process while it sells without a pause: reports, a reconciliation of 10,000 payments, an
 * import of 100,000 goods and a backup of a year of sales run meanwhile, first one after the other and then at the same
 * time. The peer is a process that does nothing and is stopped only by the machine's other work.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BookRun } from '../../../shared/books/reconciliation.ts'
import type { ReportStep } from '../../../shared/books/report.ts'
import type { PageView } from '../../../shared/page/index.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import { storeSettings } from '../../run/hosts/first-settings.ts'
import { forkTerminal } from '../../run/hosts/terminal-client.ts'
import { type Ask, asking } from './ask.ts'
import { countedPractice, now } from './counted-practice.ts'
import { type Figure, figure, type Measure, spreadOf } from './figure.ts'
import { inFolder } from './in-folder.ts'
import { importGoods, manyGoods } from './many-goods.ts'
import { type InvoicedSale, writeSales } from './practice-records.ts'
import { yearOfSales } from './seeded-year.ts'
import type { Stops } from './watch-loop.ts'

/** In the journal before. Its backup is as large as that of a small shop's first years. */
const YEAR = 100_000
const PAYMENTS = 10_000
const GOODS = 100_000
const LINES_OF_A_SALE = 4
/** At least; work that has begun is finished. */
const SELLING_MS = 60_000
const HOUR_MS = 3_600_000
const WATCH = new URL('./watch-loop.ts', import.meta.url).href

export const measureEventLoop: Measure = () => measured(SELLING_MS)

/** Runs the report, the reconciliation, the import and the backup at the same time, over and over: more than a shop does in an hour. */
export const measureEventLoopHour: Measure = () => measured(HOUR_MS, [1, 10, 60])

const measured = (ms: number, minutes: readonly number[] = []): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const { till, idle, within, parts, sales, seconds } = await traded(folder, ms)
    const longest = parts.map(({ name, ms }) => `${name} ${Math.round(ms)} ms`).join(', ')
    const note = `A timer is due each millisecond; these are the milliseconds by which it was late, with ${sales} sales in ${seconds} s. The longest stops: ${longest}.`
    const most = (values: readonly number[]) =>
      spreadOf([...values].sort((one, other) => one - other).slice(0, Math.ceil(values.length * 0.999)))
    return [
      figure({
        name: 'stops of the main process during trading, without the longest thousandth',
        ...{ unit: 'ms', ours: most(till), against: { 'an idle process': most(idle) } },
        reach: { at: 'max', atMost: 16 },
      }),
      figure({
        name: 'stops of the main process during trading',
        ...{ note, unit: 'ms', ours: spreadOf(till), against: { 'an idle process': spreadOf(idle) } },
        reach: { at: 'max', atMost: 50 },
        ...(minutes.length === 0 ? {} : { curve: { of: 'minutes', points: minutes.map(within) } }),
      }),
    ]
  })

async function traded(folder: string, ms: number) {
  const day = shopDay(Date.now())
  const data = join(folder, 'data')
  const practiceData = join(folder, 'practice.jsonl')
  mkdirSync(data)
  cpSync(await yearOfSales(YEAR), join(data, 'journal-test.sqlite'))
  await makeDay(data, practiceData, day)
  const practice = await countedPractice(practiceData)
  const [tillStops, idleStops] = [join(folder, 'till.json'), join(folder, 'idle.json')]
  const idle = fork(new URL('./idle-process.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', WATCH],
    env: { ...process.env, TUGRIK_BENCH_STOPS: idleStops },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let ends = false
  const terminal = await forkTerminal({
    env: {
      TUGRIK_DATA: data,
      TUGRIK_PRACTICE: JSON.stringify(practice.address),
      NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${WATCH}`,
      TUGRIK_BENCH_STOPS: tillStops,
    },
    onView: () => {},
    onLost: (how) => {
      throw new Error(`the terminal ended: ${how}`)
    },
  })
  try {
    const ask = asking(terminal)
    await ask('acknowledgeRecovered')
    await ask('openShift', { float: '50000' })
    const { products } = await ask<{ products: readonly { code: string }[] }>('searchGoods', {
      ...{ query: '', category: null, limit: 20 },
    })
    const codes = products.map(({ code }) => code)
    // The import replaces the sample goods, so the goods that are sold become the shop's own.
    for (const code of codes) await keepProduct(ask, code)
    let [sales, imports] = [0, 0]
    const sell = async (): Promise<void> => {
      while (!ends) {
        await sellOnce(ask, codes, sales)
        sales += 1
      }
    }
    await sellOnce(ask, codes, 0)
    const begun = now()
    const selling = sell()
    const work = {
      'selling alone': () => pause(2_000),
      'a report': () => report(ask),
      'a reconciliation': () => reconcile(ask, day),
      'an import': () => {
        imports += 1
        // Another unit at each import, so that every product changes.
        const csv = manyGoods(GOODS).csv.toString().replaceAll(',ш,', `,ш${imports},`)
        return importGoods(ask, Buffer.from(csv))
      },
      'a backup': async () => void (await ask('backUpNow')),
    }
    const parts: { name: string; from: number; to: number }[] = []
    const timed = async (name: string, action: () => Promise<void>) => {
      const from = now()
      await action()
      parts.push({ name, from, to: now() })
    }
    for (const [name, action] of Object.entries(work)) await timed(name, action)
    do {
      await timed('all of it together', () =>
        Promise.all([
          work['a report'](),
          work['a reconciliation'](),
          work['an import'](),
          work['a backup'](),
        ]).then(() => {}),
      )
    } while (now() - begun < ms)
    const ended = now()
    ends = true
    await selling
    await terminal.stop()
    idle.send('end')
    await once(idle, 'exit')
    const stopsIn = (file: string, from: number, to: number): number[] => {
      const { late, at } = JSON.parse(readFileSync(file, 'utf8')) as Stops
      return late.filter((_, index) => (at[index] ?? 0) >= from && (at[index] ?? 0) <= to)
    }
    const longest = new Map<string, number>()
    for (const { name, from, to } of parts)
      longest.set(name, Math.max(longest.get(name) ?? 0, ...stopsIn(tillStops, from, to)))
    const within = (minutes: number) => {
      const until = begun + 60_000 * minutes
      const against = { 'an idle process': spreadOf(stopsIn(idleStops, begun, until)) }
      return { size: minutes, ours: spreadOf(stopsIn(tillStops, begun, until)), against }
    }
    return {
      till: stopsIn(tillStops, begun, ended),
      idle: stopsIn(idleStops, begun, ended),
      within,
      parts: [...longest].map(([name, longestMs]) => ({ name, ms: longestMs })),
      sales,
      seconds: Math.round((ended - begun) / 1000),
    }
  } finally {
    ends = true
    idle.kill()
    await terminal.kill()
    await practice.stop()
  }
}

/** Writes the sales and the service's records of a day, and the settings. */
async function makeDay(data: string, practiceData: string, day: string): Promise<void> {
  const begun = Date.now() - PAYMENTS
  const sales: InvoicedSale[] = Array.from({ length: PAYMENTS }, (_, index) => ({
    ...{ index, day, at: begun + index, isPaid: true },
  }))
  await storeSettings(data, {
    ...FIRST_SETTINGS,
    tenders: { cash: 'on', qr: 'on', card: 'on', transfer: 'on' },
  })
  writeSales(sales, { data, practiceData, receiptDue: false })
}

const TAXES = {
  taxProductCode: '305',
  classificationCode: '2349010',
  taxKind: 'vat',
  cityTax: 'no',
  codes: '',
}

const keepProduct = (ask: Ask, code: string): Promise<unknown> =>
  ask('saveGoods', {
    was: null,
    goods: { code, name: `Бараа ${code}`, category: 'Хүнс', price: '2500', unit: 'ш', ...TAXES },
  })

async function sellOnce(ask: Ask, codes: readonly string[], number: number): Promise<void> {
  for (let line = 0; line < LINES_OF_A_SALE; line += 1)
    await ask('addProduct', { code: codes[(number + line) % codes.length] })
  const view = await ask<PageView>('getView')
  const saleId = view.locked ? '' : (view.counter?.sale.id ?? '')
  await ask('takeTender', { saleId, received: '' })
}

async function report(ask: Ask): Promise<void> {
  let step: ReportStep
  do step = await ask<ReportStep>('readReport', { from: '2025-11-21', to: '2026-11-20', order: 'amount' })
  while (!step.done)
}

async function reconcile(ask: Ask, span: string): Promise<void> {
  await ask('startReconciliation', { span })
  for (;;) {
    const { run } = await ask<{ run: BookRun }>('getReconciliation', { span })
    if (run.state === 'failed') throw new Error(run.failure.name)
    if (run.state !== 'running') return
    await pause(200)
  }
}
