/**
 * `npm run shop-load -- [--tills N] [--rate SALES] [--seconds S] [--history SALES]`: starts a PostgreSQL and clients that
 * push the events of sales and read the register like tills, and measures them. `--rate` is in sales an hour and till;
 * `max` pushes as fast as the server answers. The server has `--history` sales before.
 *
 * `npm run shop-load -- --curves`: ten times the tills and ten times the rows. Prints a line of JSON for each run.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openShop } from './shop-load/open-shop.ts'
import { type Load, runLoad } from './shop-load/run-load.ts'
import { soldEvents } from './shop-load/sold-events.ts'

const { values } = parseArgs({
  options: {
    tills: { type: 'string', default: '10' },
    rate: { type: 'string', default: 'max' },
    seconds: { type: 'string', default: '20' },
    history: { type: 'string', default: '0' },
    curves: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const rateOf = (text: string): number | null => (text === 'max' ? null : Number(text))

const CURVES: readonly Load[] = [
  ...[1, 10, 100].map((tills) => ({ tills, rate: null, seconds, history: 0 })),
  ...[10, 100].map((tills) => ({ tills, rate: 60, seconds, history: 0 })),
  ...[1_000, 10_000, 100_000].map((history) => ({ tills: 10, rate: null, seconds, history })),
]

const loads = values.curves
  ? CURVES
  : [
      {
        tills: Number(values.tills),
        rate: rateOf(values.rate),
        seconds,
        history: Number(values.history),
      },
    ]

const sales = await soldEvents()
for (const load of loads) {
  const folder = mkdtempSync(join(tmpdir(), 'tugrik-shop-load-'))
  const shop = await openShop(folder, load.tills)
  try {
    console.log(JSON.stringify(await runLoad(shop, sales, load)))
  } finally {
    await shop.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
