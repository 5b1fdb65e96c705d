/**
 * The numbered steps of a terminal, named without touching the product: before and after each commit, by the events in it,
 * and before and after each request to the service. Unless TORTURE_SURVIVES names a step the process kills itself at it,
 * there and then, as a plug is pulled.
 */
import diagnostics from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, StatementSync } from 'node:sqlite'
import { diedAt } from './died-at.ts'

const survived = new Set((process.env.TORTURE_SURVIVES ?? '').split('\n'))

function step(name: string): void {
  if (!survived.has(name)) {
    writeFileSync(diedAt(process.env.TUGRIK_DATA ?? ''), name)
    process.kill(process.pid, 'SIGKILL')
    for (;;); // nothing more is done by this process
  }
}

export function nameSteps(): void {
  nameCommits()
  nameRequests()
}

/** What the open transaction writes. */
let written: string[] = []

function nameCommits(): void {
  const { exec, prepare } = DatabaseSync.prototype
  const { run } = StatementSync.prototype
  const sources = new WeakMap<StatementSync, string>()
  Object.assign(DatabaseSync.prototype, {
    prepare(this: DatabaseSync, sql: string): StatementSync {
      const statement = prepare.call(this, sql)
      sources.set(statement, sql)
      return statement
    },
    exec(this: DatabaseSync, sql: string): void {
      if (sql.startsWith('BEGIN')) written = []
      if (sql !== 'COMMIT') return void exec.call(this, sql)
      const what = nameOf(written)
      if (what !== null) step(`before the commit of ${what}`)
      exec.call(this, sql)
      if (what !== null) step(`after the commit of ${what}`)
    },
  })
  Object.assign(StatementSync.prototype, {
    run(this: StatementSync, ...values: SQLInputValue[]) {
      note(sources.get(this) ?? '', values)
      return Reflect.apply(run, this, values)
    },
  })
}

function note(sql: string, values: readonly SQLInputValue[]): void {
  if (sql.includes('INTO sale_event')) written.push(String(values[3]))
  else if (/^\s*(INSERT|UPDATE|DELETE)/.test(sql))
    written.push(/print_job|fact|attention/.exec(sql)?.[0] ?? 'other')
}

/** The events, each once; what else was written only where there are none. */
function nameOf(kinds: readonly string[]): string | null {
  const events = kinds.filter((kind) => !['print_job', 'fact', 'attention', 'other'].includes(kind))
  const named = [...new Set(events.length > 0 ? events : kinds)].sort()
  return named.length === 0 ? null : named.join(' + ')
}

type Requested = { readonly request: { readonly method?: string; readonly path?: string } }

function nameRequests(): void {
  const at = (moment: string) => (message: unknown) => {
    const { method, path } = (message as Requested).request
    step(`${moment} ${method} ${endpointOf(String(path))}`)
  }
  diagnostics.subscribe('undici:request:create', at('before the request'))
  diagnostics.subscribe('undici:request:bodySent', at('after sending'))
  diagnostics.subscribe('undici:request:trailers', at('at the answer of'))
}

/** "/v2/invoice/6f1c…" is /v2/invoice/{id}. */
const endpointOf = (path: string): string => path.replace(/\/[0-9a-f-]{12,}|\/\d{6,}/gi, '/{id}')
