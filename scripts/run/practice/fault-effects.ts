/** Applies a fault to a request, before and after its work. */
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Clock } from '../../../main/base/clock-and-log.ts'
import type { Ledger } from '../../../main/payment-service/practice/ledger.ts'
import type { Work } from '../../../main/payment-service/practice/service-app.ts'
import type { Fault } from './faults.ts'
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
  withoutField,
  withoutLastRow,
  withWrongType,
} from './untrue-answers.ts'

export type InjectedRequest = {
  readonly fault: Fault
  /** Ignores another ledger or body where the request is not a read. */
  readonly work: Work
  readonly ledger: Ledger
  /** Does the work after this many ms. */
  readonly later: (ms: number) => Promise<void>
  readonly connection: HttpBindings
  readonly clock: Clock
}

const HTML = '<!doctype html><html><head><title>Gateway</title></head><body><h1>Gateway</h1></body></html>'
const SLOW_MS = 3000
const STALE_MS = 3000

export async function inject(injected: InjectedRequest): Promise<Response> {
  const { fault, work, connection } = injected
  switch (fault.effect) {
    case '429':
      return instead(injected, () => problem(429, 'RATE_LIMIT_EXCEEDED', fault))
    case '500':
      return instead(injected, () => problem(500, 'INTERNAL_ERROR', fault))
    case '502':
      return instead(injected, () => page(502))
    case 'html':
      return instead(injected, () => page(200))
    case 'truncated':
      return rewritten(await work(), truncated)
    case 'wrong-type':
      return rewritten(await work(), (json) => spoiled(json, withWrongType, fault.field))
    case 'missing-field':
      return rewritten(await work(), (json) => spoiled(json, withoutField, fault.field))
    case 'reset-before':
      await workIfDone(injected)
      return reset(connection)
    case 'reset-after':
      await work()
      return reset(connection)
    case 'hang-before':
      await workIfDone(injected)
      return hang(injected)
    case 'hang-after':
      await work()
      return hang(injected)
    case 'slow':
      return slow(injected)
    case 'answer':
      return instead(injected, () => ownAnswer(fault))
    case 'changed':
      return rewrittenIfGood(await work(), (answer) => changed(answer, fault.set ?? {}))
    case 'stale':
      return work({ ledger: staleLedger(injected.ledger, staleVersion(injected)) })
    case 'vanished':
      return work({ ledger: ledgerWithoutNewest(injected.ledger) })
    case 'short-list':
      return rewrittenIfGood(await work(), withoutLastRow)
    case 'small-pages':
    case 'repeated-page':
    case 'changing-count':
      return inSmallPages(injected)
  }
}

async function instead(injected: InjectedRequest, answer: () => Response): Promise<Response> {
  await workIfDone(injected)
  return answer()
}

async function workIfDone({ fault, work, later }: InjectedRequest): Promise<void> {
  if (fault.done === true) await work()
  if (fault.done === 'late') await later(fault.late_ms ?? 0)
}

const ownAnswer = ({ status = 200, json, text }: Fault): Response =>
  new Response(text ?? (json === undefined ? '' : JSON.stringify(json)), {
    status,
    headers: { 'content-type': 'application/json' },
  })

const staleVersion = ({ fault: { ms = STALE_MS, changes }, clock }: InjectedRequest) =>
  changes === undefined ? asOf(clock.now() - ms) : changesAgo(changes)

async function inSmallPages({ fault: { effect, rows = 1 }, work }: InjectedRequest): Promise<Response> {
  let number = 1
  const answer = await work({
    body: (body) => {
      number = requestedPage(body).number
      return requestPage(body, rows, effect === 'repeated-page' ? 1 : number)
    },
  })
  return effect === 'changing-count'
    ? rewrittenIfGood(answer, (whole) => countingMore(whole, number - 1))
    : answer
}

function problem(status: number, code: string, { retry_after }: Fault): Response {
  const headers: Record<string, string> =
    retry_after === undefined ? {} : { 'retry-after': String(retry_after) }
  return Response.json({ error_code: code, message: 'A fault was asked for' }, { status, headers })
}

const page = (status: number): Response =>
  new Response(HTML, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })

/** The same answer with another body. An empty body cannot be spoiled. */
async function rewritten(answer: Response, rewrite: (json: string) => string): Promise<Response> {
  const json = await answer.text()
  if (json === '') return new Response(null, { status: answer.status })
  return new Response(rewrite(json), {
    status: answer.status,
    headers: { 'content-type': 'application/json' },
  })
}

/** Leaves an error as it is. */
const rewrittenIfGood = (answer: Response, rewrite: (json: unknown) => unknown): Promise<Response> =>
  answer.ok ? rewritten(answer, (json) => JSON.stringify(rewrite(JSON.parse(json)))) : Promise.resolve(answer)

function reset({ incoming }: HttpBindings): Response {
  incoming.socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

/** Resolves when the client disconnects, or after this many ms. */
function leftOrOver({ connection, clock }: InjectedRequest, ms: number | undefined): Promise<void> {
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

async function hang(injected: InjectedRequest): Promise<Response> {
  await leftOrOver(injected, injected.fault.ms)
  injected.connection.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

async function slow(injected: InjectedRequest): Promise<Response> {
  const answer = await injected.work()
  await leftOrOver(injected, injected.fault.ms ?? SLOW_MS)
  return answer
}
