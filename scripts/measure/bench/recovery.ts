/**
 * How long a till takes after a power cut that left a thousand sales unfinished: from the start of its program until it
 * has resumed all of them and can sell, and until the service has answered about each.
 */
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import { storeSettings } from '../../run/hosts/first-settings.ts'
import { forkTerminal } from '../../run/hosts/terminal-client.ts'
import { scriptOf } from '../../run/hosts/till-programs.ts'
import { countedPractice, now, type Requests } from './counted-practice.ts'
import { figure, type Measure, spreadOf } from './figure.ts'
import { inFolder } from './in-folder.ts'
import { type InvoicedSale, writeSales } from './practice-records.ts'

const SALES = 1_000
/** Every fifth sale is paid and lacks its e-receipt; the others wait for their payment. */
const PAID_EVERY = 5
const ROUNDS = 3
/** How many requests the client sends at the same time (main/payment-service/client/budget.ts). */
const MOST_AT_ONCE = 4
const LONGEST_MS = 120_000

export const measureRecovery: Measure = async ({ sizes }) => {
  // Bundles the program first.
  await scriptOf('terminal')
  const ordinary = await recovered(SALES)
  const points = sizes
    ? [
        { size: SALES / 10, measured: await recovered(SALES / 10) },
        { size: SALES, measured: ordinary },
        { size: SALES * 10, measured: await recovered(SALES * 10) },
      ]
    : []
  const curve = {
    of: 'unfinished sales',
    points: points.map(({ size, measured }) => ({ size, ours: measured.resumed, against: {} })),
  }
  return [
    figure({
      name: 'a start with 1,000 unfinished sales until all are resumed',
      note: `From the start of the program until the till can sell. By then each sale has its next request on its way or waiting for its turn: ${SALES - SALES / PAID_EVERY} sales wait for payment, ${SALES / PAID_EVERY} for an e-receipt.`,
      ...{ unit: 's', ours: ordinary.resumed, reach: { at: 'max', atMost: 2 } },
      ...(sizes ? { curve } : {}),
    }),
    figure({
      name: 'the same start until the service has answered about each',
      note: 'At most three of these requests are under way at a time, however fast the service is.',
      ...{ unit: 's', ours: ordinary.answered },
    }),
    figure({
      name: 'requests at a time during it',
      note: 'Of the service, as it counts them.',
      ...{ unit: 'requests', ours: ordinary.atOnce, reach: { at: 'max', atMost: MOST_AT_ONCE } },
    }),
    figure({
      name: 'requests in its fullest second',
      note: 'The service of this run answers within a millisecond or two. The budget limits how many are under way.',
      ...{ unit: 'requests', ours: ordinary.inASecond },
    }),
  ]
}

function recovered(sales: number) {
  return inFolder(async (folder) => {
    const made = join(folder, 'made')
    await leaveUnfinished(made, sales)
    const runs: Awaited<ReturnType<typeof oneStart>>[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = join(folder, `round-${round}`)
      cpSync(made, own, { recursive: true })
      runs.push(await oneStart(own, sales))
    }
    return {
      resumed: spreadOf(runs.map(({ resumed }) => resumed)),
      answered: spreadOf(runs.map(({ answered }) => answered)),
      atOnce: spreadOf(runs.map(({ requests }) => requests.mostAtOnce)),
      inASecond: spreadOf(runs.map(({ requests }) => fullestSecond(requests))),
    }
  })
}

const PRACTICE_DATA = 'practice.jsonl'

async function leaveUnfinished(folder: string, count: number): Promise<void> {
  mkdirSync(folder)
  const begun = Date.now() - 3_600_000
  const day = shopDay(begun)
  const sales: InvoicedSale[] = Array.from({ length: count }, (_, index) => ({
    ...{ index, day, at: begun + index },
    isPaid: index % PAID_EVERY === 0,
  }))
  const data = join(folder, 'data')
  mkdirSync(data)
  await storeSettings(data, FIRST_SETTINGS)
  writeSales(sales, { data, practiceData: join(folder, PRACTICE_DATA), receiptDue: true })
}

async function oneStart(folder: string, sales: number) {
  const practice = await countedPractice(join(folder, PRACTICE_DATA))
  const begun = now()
  const terminal = await forkTerminal({
    env: { TUGRIK_DATA: join(folder, 'data'), TUGRIK_PRACTICE: JSON.stringify(practice.address) },
    onView: () => {},
    onLost: (how) => {
      throw new Error(`the terminal ended: ${how}`)
    },
  })
  const resumed = now()
  try {
    // One more for the login. The till asks in the order of the sales, so the first requests are those of all sales.
    const wanted = sales + 1
    let requests = await practice.requests()
    while (answeredOf(requests).length < wanted) {
      if (now() - begun > LONGEST_MS)
        throw new Error(`${answeredOf(requests).length} of ${wanted} requests were answered`)
      await pause(20)
      requests = await practice.requests()
    }
    const answered = answeredOf(requests).sort((one, other) => one - other)[wanted - 1] ?? 0
    return { resumed: (resumed - begun) / 1000, answered: (answered - begun) / 1000, requests }
  } finally {
    await terminal.kill()
    await practice.stop()
  }
}

const answeredOf = ({ times }: Requests): number[] =>
  times.flatMap(({ answered }) => (answered === null ? [] : [answered]))

function fullestSecond({ times }: Requests): number {
  let [most, first] = [0, 0]
  for (const [last, { came }] of times.entries()) {
    while (came - (times[first]?.came ?? 0) >= 1000) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}
