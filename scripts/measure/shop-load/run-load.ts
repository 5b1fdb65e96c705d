import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inShort } from '../../run/hosts/times.ts'
import type { LoadedShop } from './open-shop.ts'
import type { Push } from './sold-events.ts'

export type Load = {
  readonly tills: number
  /** Sales an hour and till; null for as many as the server takes. */
  readonly rate: number | null
  readonly seconds: number
  /** Sales that the server has before. */
  readonly history: number
}

type MakeSale = (till: string, number: number) => readonly Push[]

const HOUR_MS = 3_600_000
const EDIT_EVERY_MS = 1_000
/** As a till waits between two runs of a task (main/many-tills/link/link.ts). */
const RUNS_APART_MS = 500
const MOST_EVENTS = 500

export async function runLoad(shop: LoadedShop, makeSale: MakeSale, load: Load) {
  const lines = shop.tills.map((till) => ({
    ...till,
    chain: randomBytes(32).toString('hex'),
    next: 1,
    sold: 0,
  }))
  const push = async (line: (typeof lines)[number], pushes: readonly Push[]): Promise<number> => {
    const events = pushes.flatMap((one) => one.events)
    const rows = [
      ...new Map(pushes.flatMap((one) => one.rows).map((row) => [`${row.kind} ${row.key}`, row])).values(),
    ]
    const said = await line.database.push('event', line.chain, line.next, events, rows)
    if (said.gap || said.apart > 0)
      throw new Error(`the server did not take the events: ${JSON.stringify(said)}`)
    line.next += events.length
    return events.length
  }
  const sale = (line: (typeof lines)[number]): readonly Push[] => {
    line.sold += 1
    return makeSale(line.code, line.sold)
  }

  for (const line of lines) {
    let batch: Push[] = []
    for (let left = Math.ceil(load.history / lines.length); left > 0; left -= 1) {
      batch.push(...sale(line))
      if (left > 1 && batch.flatMap(({ events }) => events).length < MOST_EVENTS - 40) continue
      await push(line, batch)
      batch = []
    }
  }

  const before = { cpu: shop.cpu(), bytes: await shop.bytes(), at: performance.now() }
  const sold = (): number => lines.reduce((sum, line) => sum + line.sold, 0)
  const soldBefore = sold()
  const end = before.at + load.seconds * 1000
  const isOver = (): boolean => performance.now() >= end
  const pushTimes: number[] = []
  const lags: number[] = []
  let events = 0

  const sell = async (line: (typeof lines)[number], index: number): Promise<void> => {
    const apart = load.rate === null ? 0 : HOUR_MS / load.rate
    let due = before.at + (apart * index) / lines.length
    while (!isOver()) {
      await until(Math.min(due, end))
      if (isOver()) return
      for (const one of sale(line)) {
        const recorded = load.rate === null ? performance.now() : due
        const begun = performance.now()
        const stored = await push(line, [one])
        events += stored
        pushTimes.push(performance.now() - begun)
        lags.push(performance.now() - recorded)
        if (load.rate === null) continue
        due += RUNS_APART_MS
        await until(due)
      }
      if (load.rate !== null) due += Math.max(0, apart - RUNS_APART_MS)
    }
  }

  const editTimes = new Map<string, number>()
  const edit = async (): Promise<void> => {
    const [office] = shop.tills
    for (let version = 0; office && !isOver(); version += 1) {
      const [id, body] = [randomUUID(), { price: version }]
      editTimes.set(String(version), performance.now())
      await office.database.edit([
        { id, kind: 'product', key: 'A', base: version, patch: { set: body, unset: [], remove: false } },
      ])
      await sleep(EDIT_EVERY_MS)
    }
  }
  const priceLags: number[] = []
  const follow = async ({ database, epoch }: (typeof lines)[number]): Promise<() => Promise<void>> => {
    let cursor = 0
    let pulling = Promise.resolve()
    const pull = async (): Promise<void> => {
      const { rows, position } = await database.pull(epoch, cursor)
      cursor = position
      for (const { body } of rows) {
        const at = editTimes.get(String(body?.price))
        if (at !== undefined) priceLags.push(performance.now() - at)
      }
    }
    return database.listen(
      epoch,
      () => {
        pulling = pulling.then(pull)
      },
      () => {},
    )
  }
  const stops = await Promise.all(lines.map(follow))
  await Promise.all([edit(), ...lines.map(sell)])
  const ms = performance.now() - before.at
  const sales = sold() - soldBefore
  const cpu = shop.cpu() - before.cpu
  const result = {
    ...load,
    events_per_s: Math.round((events / ms) * 1000),
    sales_per_s: Number(((sales / ms) * 1000).toFixed(1)),
    push: inShort(pushTimes),
    recorded_to_stored: inShort(lags),
    edit_to_till: inShort(priceLags),
    connections: await shop.connections(),
    server_cpu_share: Number(((cpu * 1000) / ms).toFixed(2)),
    server_cpu_us_per_event: Math.round((cpu * 1e6) / events),
    bytes_per_sale: Math.round(((await shop.bytes()) - before.bytes) / sales),
  }
  await Promise.all(stops.map((stop) => stop()))
  return result
}

const until = (at: number): Promise<void> => sleep(Math.max(0, at - performance.now()))
