/**
 * Gives names to the steps of a terminal without any change to the product: each transaction by what it writes, each
 * request by its endpoint, each statement for the shop database by its function, each paper. A process that reaches a step at which no process of the run has died kills
 * itself there.
 */
import { createHash } from 'node:crypto'
import diagnostics from 'node:diagnostics_channel'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, type SQLInputValue, StatementSync } from 'node:sqlite'
import pg from 'pg'
import { readCrashPoints, writeCrashPoint } from './crash-points.ts'
import { nameOf as nameOfStatement } from './shop/watch.ts'

/** `crashPoints` is the run's file of crash points. `share` of the steps kill, chosen by their names; 1 is every step. */
export function nameSteps(crashPoints: string, share: number): void {
  const passed = new Set<string>()
  const step = (name: string): void => {
    if (passed.has(name)) return
    passed.add(name)
    if (placeOf(name) >= share || readCrashPoints(crashPoints).includes(name)) return
    writeCrashPoint(crashPoints, name)
    process.kill(process.pid, 'SIGKILL')
    for (;;); // this process does nothing more
  }
  nameWrites(step)
  nameRequests(step)
  nameStatements(step)
  namePapers(step)
}

type Step = (name: string) => void

/** A number from 0 to 1 that is the same in every run. */
const placeOf = (name: string): number => createHash('sha256').update(name).digest().readUInt32LE(0) / 2 ** 32

function nameWrites(step: Step): void {
  const { exec, prepare } = DatabaseSync.prototype
  const { run, get } = StatementSync.prototype
  const sources = new WeakMap<StatementSync, string>()
  /** What the open transaction has written so far; null outside of one. */
  let written: string[] | null = null

  /** A statement outside of a transaction is a commit of its own. */
  const named = <Answer>(
    statement: StatementSync,
    values: readonly SQLInputValue[],
    action: () => Answer,
  ): Answer => {
    const what = writtenBy(sources.get(statement) ?? '', values)
    if (what === null) return action()
    if (written !== null) {
      written.push(what)
      return action()
    }
    step(`before the commit of ${what}`)
    const answer = action()
    step(`after the commit of ${what}`)
    return answer
  }

  Object.assign(DatabaseSync.prototype, {
    prepare(this: DatabaseSync, sql: string): StatementSync {
      const statement = prepare.call(this, sql)
      sources.set(statement, sql)
      return statement
    },
    exec(this: DatabaseSync, sql: string): void {
      if (sql.startsWith('BEGIN')) written = []
      else if (sql === 'ROLLBACK') written = null
      if (sql !== 'COMMIT') {
        exec.call(this, sql)
        return
      }
      const what = nameOf(written ?? [])
      step(`before the commit of ${what}`)
      exec.call(this, sql)
      written = null
      step(`after the commit of ${what}`)
    },
  })
  Object.assign(StatementSync.prototype, {
    run(this: StatementSync, ...values: SQLInputValue[]) {
      return named(this, values, () => Reflect.apply(run, this, values))
    },
    get(this: StatementSync, ...values: SQLInputValue[]) {
      return named(this, values, () => Reflect.apply(get, this, values))
    },
  })
}

/** Position of the kind in the columns that main/storage/journal/events.ts writes. */
const KIND_OF_EVENT = 4

/** The kind of an event, or the table; null when the statement writes nothing. */
function writtenBy(sql: string, values: readonly SQLInputValue[]): string | null {
  const table = /^\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE|DELETE\s+FROM)\s+(\w+)/i.exec(sql)?.[1]
  if (table === undefined) return null
  return table === 'event' ? String(values[KIND_OF_EVENT]) : `(${table})`
}

/** No command makes so many kinds of events, so this is a restored journal. */
const MANY = 8

/** The kinds of events, each once; the tables only when there are no events. */
function nameOf(written: readonly string[]): string {
  const events = written.filter((what) => !what.startsWith('('))
  const names = [...new Set(events.length > 0 ? events : written)].sort()
  if (names.length > MANY) return 'a backup'
  return names.length === 0 ? 'nothing' : names.join(' + ')
}

type Requested = { readonly request: { readonly method?: string; readonly path?: string } }

/** What undici says of a request, and the name of the step. */
const REQUEST_STEPS: Readonly<Record<string, (endpoint: string) => string>> = {
  create: (endpoint) => `before ${endpoint} leaves`,
  bodySent: (endpoint) => `after ${endpoint} was sent`,
  headers: (endpoint) => `as the answer of ${endpoint} comes`,
  trailers: (endpoint) => `after the answer of ${endpoint}`,
}

function nameRequests(step: Step): void {
  for (const [moment, nameOf] of Object.entries(REQUEST_STEPS))
    diagnostics.subscribe(`undici:request:${moment}`, (message) => {
      const { method, path } = (message as Requested).request
      step(nameOf(`${method} ${endpointOf(String(path))}`))
    })
}

/** Turns "/v2/invoice/6f1c…" into "/v2/invoice/{id}". */
const endpointOf = (path: string): string => path.replace(/\/[0-9a-f-]{12,}|\/\d{6,}/gi, '/{id}')

type Query = (this: pg.Client, ...asked: unknown[]) => unknown

/** A pool hands in a function for the answer; a single connection returns a promise. */
function nameStatements(step: Step): void {
  const prototype: { query: Query } = pg.Client.prototype as never
  const { query } = prototype
  prototype.query = function (...asked) {
    const name = `"${nameOfStatement(String(asked[0]))}"`
    const answered = (): void => step(`as the answer of ${name} comes`)
    step(`before ${name} leaves`)
    const done = asked.at(-1)
    if (typeof done === 'function') {
      asked[asked.length - 1] = (...answer: unknown[]) => {
        answered()
        return done(...answer)
      }
    }
    const answer = query.apply(this, asked)
    setImmediate(step, `after ${name} was sent`)
    if (answer instanceof Promise) answer.then(answered, answered)
    return answer
  }
}

/** The practice printer writes a paper to a temporary file and renames it. */
function namePapers(step: Step): void {
  const { rename } = files
  files.rename = async (from, to) => {
    const paper = /test-receipts.*\.(png|bin)$/.exec(String(to))
    if (paper === null) return rename(from, to)
    step(`before the paper's ${paper[1]} is out`)
    await rename(from, to)
    step(`after the paper's ${paper[1]} was out`)
  }
  syncBuiltinESMExports()
}
