/**
 * `npm run practice:load`: sends a practice service an hour's work as fast as possible: first the invoices, then
 * checks, payments and lists. Compares the times of the first and the last tenth, to show whether the service slows
 * down.
 *
 *     npm run practice:load -- --invoices 10000 --requests 180000 --data FILE
 */
import { parseArgs } from 'node:util'
import { request } from 'undici'
import { machineClock, silentLog } from '../../main/base/environment.ts'
import { practiceControl, startPracticeWithFaults } from '../run/practice/index.ts'

const { values } = parseArgs({
  options: {
    invoices: { type: 'string', default: '10000' },
    requests: { type: 'string', default: '180000' },
    data: { type: 'string' },
  },
})
const invoices = Number(values.invoices)
const requests = Number(values.requests)

const practice = await startPracticeWithFaults({
  clock: machineClock,
  log: silentLog,
  dataFile: values.data ?? null,
})
const payer = practiceControl(practice.address)
const ids: string[] = []
let token = ''

const creating = await timed(invoices, create)
const working = await timed(requests, work)
console.log(JSON.stringify({ invoices, requests, creating, working, memory_mb: memory() }, null, 2))
await practice.stop()

async function create(index: number): Promise<void> {
  if (index % 500 === 0) await logIn()
  const body = {
    invoice_code: practice.address.invoice_code,
    sender_invoice_no: `LOAD-${index}`,
    invoice_receiver_code: 'terminal',
    invoice_description: 'load',
    amount: 1000 + (index % 100),
    callback_url: 'https://pos.invalid/callback',
  }
  const { invoice_id } = (await post('/v2/invoice', body)) as { invoice_id: string }
  ids.push(invoice_id)
}

/** A hundred requests are one login, one payment, one list by number, and otherwise checks. */
async function work(index: number): Promise<void> {
  const id = ids[(index * 7919) % ids.length] ?? ''
  if (index % 5000 === 0) await logIn()
  if (index % 100 === 1) await payer.pay({ invoice_id: id, amount: 10 })
  else if (index % 100 === 2) {
    const number = `LOAD-${(index * 31) % ids.length}`
    await post('/v2/invoice/list', { sender_invoice_no: number, offset: { page_number: 1, page_limit: 10 } })
  } else await post('/v2/payment/check', { object_type: 'INVOICE', object_id: id })
}

async function logIn(): Promise<void> {
  const { username, password, url } = practice.address
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  const answer = await request(`${url}/v2/auth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
  })
  token = ((await answer.body.json()) as { access_token: string }).access_token
}

async function post(path: string, body: unknown): Promise<unknown> {
  const answer = await request(practice.address.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text.slice(0, 200)}`)
  return JSON.parse(text)
}

type Tenth = { readonly median_ms: number; readonly p95_ms: number }

/** Requests run one after the other, so that each time is that of one request. */
async function timed(
  count: number,
  action: (index: number) => Promise<void>,
): Promise<{ per_second: number; first_tenth: Tenth; last_tenth: Tenth }> {
  const times: number[] = []
  const startedAt = performance.now()
  for (let index = 0; index < count; index += 1) {
    const before = performance.now()
    await action(index)
    times.push(performance.now() - before)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const tenth = Math.max(1, Math.floor(count / 10))
  return {
    per_second: Math.round(count / seconds),
    first_tenth: figures(times.slice(0, tenth)),
    last_tenth: figures(times.slice(-tenth)),
  }
}

function figures(times: readonly number[]): Tenth {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (share: number): number => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2))
  return { median_ms: at(0.5), p95_ms: at(0.95) }
}

function memory(): number {
  return Math.round(process.memoryUsage.rss() / 2 ** 20)
}
