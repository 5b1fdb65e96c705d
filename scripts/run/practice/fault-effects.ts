/** All effects of faults, each with what it does to a request, before and after its work. */
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { z } from 'zod'
import type { Clock } from '../../../main/base/clock-and-log.ts'
import type { Ledger } from '../../../main/payment-service/practice/ledger.ts'
import type { Work } from '../../../main/payment-service/practice/service-app.ts'
import {
  asOf,
  changed,
  changesAgo,
  countingMore,
  ledgerWithoutNewest,
  requestedPage,
  requestPage,
  spoiled,
  staleLedger,
  truncated,
  withFineVat,
  withoutLastRow,
} from './untrue-answers.ts'

const ms = z.number().min(0)

/** What a fault can say about its effect. */
export const effectSettings = z.strictObject({
  ms: ms.optional(),
  /** For stale, instead of `ms`. */
  changes: z.int().min(1).optional(),
  /** Seconds, for the Retry-After header. */
  retry_after: z.number().min(0).optional(),
  /** For 429, 500, 502, html, answer, reset-before, hang-before: the work is done, at once or `late_ms` later. */
  done: z.union([z.boolean(), z.literal('late')]).optional(),
  /** A number of ms, or two limits to draw between. Default: [3000, 5000]. */
  late_ms: z.union([ms, z.tuple([ms, ms])]).optional(),
  /** For wrong-type and missing-field: the field, "rows.0.payment_amount". Default: the most important one. */
  field: z.string().optional(),
  /** For changed: values by path, "rows.0.payment_currency", "rows.*.payment_status". */
  set: z.record(z.string(), z.json()).optional(),
  /** For answer. */
  status: z.int().min(200).max(599).optional(),
  json: z.json().optional(),
  text: z.string().optional(),
  /** For small-pages, repeated-page and changing-count. */
  rows: z.int().min(1).optional(),
})
type Settings = Omit<z.input<typeof effectSettings>, 'late_ms'> & { readonly late_ms?: number }

export type DisturbedRequest = {
  readonly fault: Settings
  /** Ignores another ledger or body where the request is not a read. */
  readonly work: Work
  readonly ledger: Ledger
  /** Does the work after this many ms. */
  readonly later: (ms: number) => Promise<void>
  readonly connection: HttpBindings
  readonly clock: Clock
}
type Effect = (request: DisturbedRequest) => Promise<Response>

const SLOW_MS = 3000
const STALE_MS = 3000

/** The client gets no complete answer, or a late one. */
export const BROKEN_ANSWERS = {
  /** Answers with that status. `done` says whether the work is done. */
  '429': instead(({ fault }) => problem(429, 'RATE_LIMIT_EXCEEDED', fault)),
  '500': instead(({ fault }) => problem(500, 'INTERNAL_ERROR', fault)),
  '502': instead(() => page(502)),
  /** An HTML page with status 200, as from a gateway or captive portal. */
  html: instead(() => page(200)),
  /** The work is done. The JSON of the answer is cut in half, has a field of a wrong type, or lacks a field. */
  truncated: afterwards((answer) => rewritten(answer, truncated)),
  'wrong-type': afterwards((answer, { fault }) =>
    rewritten(answer, (json) => spoiled(json, { unexpected: true }, fault.field)),
  ),
  'missing-field': afterwards((answer, { fault }) =>
    rewritten(answer, (json) => spoiled(json, undefined, fault.field)),
  ),
  /** Destroys the socket before or after the work is done. */
  'reset-before': instead(reset),
  'reset-after': afterwards((_, request) => reset(request)),
  /** No answer until the client leaves, or until the socket is closed after `ms`. */
  'hang-before': instead(hang),
  'hang-after': afterwards((_, request) => hang(request)),
  /** The work is done at once; the answer comes after `ms`. */
  slow: afterwards(async (answer, request) => {
    await leftOrOver(request, request.fault.ms ?? SLOW_MS)
    return answer
  }),
} satisfies Readonly<Record<string, Effect>>

/**
 * The client gets a complete answer that is not true. These apply to reads and to the payment that POST
 * /v2/ebarimt_v3/create uses; other requests are answered normally.
 */
export const UNTRUE_ANSWERS = {
  /** Answers with invoices and payments as they were `ms` (3000) ago, or `changes` of their own changes ago. */
  stale: ({ fault: { ms = STALE_MS, changes }, work, ledger, clock }) =>
    work({
      ledger: staleLedger(ledger, changes === undefined ? asOf(clock.now() - ms) : changesAgo(changes)),
    }),
  /** The newest row of a list or check is missing and not counted; a payment or invoice is not found by its id. */
  vanished: ({ work, ledger }) => work({ ledger: ledgerWithoutNewest(ledger) }),
  /** The last row is missing but counted. */
  'short-list': afterwards((answer) => rewrittenIfGood(answer, withoutLastRow)),
  /** At most `rows` (1) rows a page: correct pages, the first page for every number, or a count that grows by page. */
  'small-pages': (request) => inSmallPages(request),
  'repeated-page': (request) => inSmallPages(request, { page: 1 }),
  'changing-count': (request) => inSmallPages(request, { isCountGrowing: true }),
} satisfies Readonly<Record<string, Effect>>

export const EFFECTS = {
  ...BROKEN_ANSWERS,
  ...UNTRUE_ANSWERS,
  /** Answers with `status` (200) and `json`, `text` or nothing. `done` says whether the work is done. */
  answer: instead(
    ({ fault: { status = 200, json, text } }) =>
      new Response(text ?? (json === undefined ? '' : JSON.stringify(json)), { status, headers: JSON_TYPE }),
  ),
  /** The work is done; the fields of `set` are replaced in a 200 answer. */
  changed: afterwards((answer, { fault }) =>
    rewrittenIfGood(answer, (whole) => changed(whole, fault.set ?? {})),
  ),
  /** The work is done; the VAT of an e-receipt has four decimals. */
  'fine-vat': afterwards((answer) => rewrittenIfGood(answer, withFineVat)),
} satisfies Readonly<Record<string, Effect>>

/** The work is done only where `done` says so. */
function instead(answer: (request: DisturbedRequest) => Response | Promise<Response>): Effect {
  return async (request) => {
    const { fault, work, later } = request
    if (fault.done === true) await work()
    if (fault.done === 'late') await later(fault.late_ms ?? 0)
    return answer(request)
  }
}

function afterwards(
  change: (answer: Response, request: DisturbedRequest) => Response | Promise<Response>,
): Effect {
  return async (request) => change(await request.work(), request)
}

async function inSmallPages(
  { fault: { rows = 1 }, work }: DisturbedRequest,
  { page, isCountGrowing = false }: { readonly page?: number; readonly isCountGrowing?: boolean } = {},
): Promise<Response> {
  let number = 1
  const answer = await work({
    body: (body) => {
      number = requestedPage(body).number
      return requestPage(body, rows, page ?? number)
    },
  })
  return isCountGrowing ? rewrittenIfGood(answer, (whole) => countingMore(whole, number - 1)) : answer
}

function problem(status: number, code: string, { retry_after }: Settings): Response {
  const headers: Record<string, string> =
    retry_after === undefined ? {} : { 'retry-after': String(retry_after) }
  return Response.json({ error_code: code, message: 'A fault was asked for' }, { status, headers })
}

const HTML = '<!doctype html><html><head><title>Gateway</title></head><body><h1>Gateway</h1></body></html>'
const page = (status: number): Response =>
  new Response(HTML, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })

const JSON_TYPE = { 'content-type': 'application/json' }

/** The same answer with another body. An empty body cannot be spoiled. */
async function rewritten(answer: Response, rewrite: (json: string) => string): Promise<Response> {
  const json = await answer.text()
  if (json === '') return new Response(null, { status: answer.status })
  return new Response(rewrite(json), { status: answer.status, headers: JSON_TYPE })
}

/** Leaves an error as it is. */
const rewrittenIfGood = (answer: Response, rewrite: (json: unknown) => unknown): Promise<Response> =>
  answer.ok ? rewritten(answer, (json) => JSON.stringify(rewrite(JSON.parse(json)))) : Promise.resolve(answer)

function reset({ connection }: DisturbedRequest): Response {
  connection.incoming.socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

/** Resolves when the client disconnects, or after this many ms. */
function leftOrOver({ connection, clock }: DisturbedRequest, ms: number | undefined): Promise<void> {
  const { socket } = connection.incoming
  return new Promise((resolve) => {
    const cancelTimer = ms === undefined ? () => {} : clock.after(ms, resolve)
    const left = () => {
      cancelTimer()
      resolve()
    }
    if (socket.destroyed) left()
    else socket.once('close', left)
  })
}

async function hang(request: DisturbedRequest): Promise<Response> {
  await leftOrOver(request, request.fault.ms)
  request.connection.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}
