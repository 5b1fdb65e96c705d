/**
 * Writes rows of the audit trail for work that is already done. Settings, goods and staff are the same in both modes, so
 * a row from test mode goes into the live journal's trail too, unless it is about a sale of test mode
 * (docs/decisions/audit.md#test-mode).
 *
 *     row ── written to each trail
 *      │ ── a trail cannot be written, or the row is stored with a change of the register, or the work goes on
 *      └──▶ a note of the register ──▶ written later, once
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { MODES, type Mode } from '../../shared/shop/mode.ts'
import type { Log } from '../base/clock-and-log.ts'
import type { AuditEntry } from '../storage/journal/index.ts'
import type { Register, RegisterChange } from '../storage/register/index.ts'
import type { Session } from './session/index.ts'

export type AuditTrail = {
  /** Never throws. */
  readonly add: (entry: AuditEntry) => void
  /** The row as a note, for the transaction of the register that it is about. Call `flush` after it. */
  readonly note: (entry: AuditEntry) => RegisterChange
  /**
   * Stores a row before long work begins. If the till is killed during the work, the next start writes this row. The
   * returned function replaces it with the final row, or removes it (null) if nothing was changed. It never throws.
   */
  readonly begin: (killed: AuditEntry) => (row: AuditEntry | null) => void
  /** Writes the rows that are still notes. Never throws. */
  readonly flush: () => void
}

export type AuditTrailParts = {
  readonly register: Pick<Register, 'rows' | 'write'>
  /** The open session; null where none is open. */
  readonly session: () => Session | null
  /** Opens the live journal for this work. Only called in test mode. */
  readonly inLiveJournal: (work: (journal: Trail) => void) => void
  readonly log: Log
}

type Trail = Pick<Session['journal'], 'command' | 'audited'>

const NOTE = 'audit/'

/** The live trail first: retention deletes that of test mode, so a kill in between loses the less important row. */
const BOTH: readonly Mode[] = ['live', 'test']

const person = z.strictObject({ id: z.string(), name: z.string(), role: z.string() }).nullable()
const owedRow = z.strictObject({
  entry: z.strictObject({
    at: z.number(),
    who: person,
    action: z.string(),
    about: z.record(z.string(), z.unknown()),
    approvedBy: person,
  }),
  /** The trails that do not have the row yet. */
  modes: z.array(z.enum(MODES)),
})
type OwedRow = z.infer<typeof owedRow>

export function auditTrail({ register, session, inLiveJournal, log }: AuditTrailParts): AuditTrail {
  let mayOwe = true
  /** Keys of the notes whose work is still running: `flush` must skip them. */
  const going = new Set<string>()
  /** The trails that could not be written since the last `flush`: later rows wait too, so that they stay in order. */
  const failed = new Set<Mode>()

  const trailsOf = ({ about }: AuditEntry): Mode[] => {
    const mode = session()?.mode ?? 'live'
    return mode === 'test' && !('saleId' in about) ? [...BOTH] : [mode]
  }

  const put = (key: string, entry: AuditEntry, mode: Mode): void => {
    // The key makes the row be written once, also if the till is killed before the note is removed.
    const into = (journal: Trail): void =>
      journal.command({ id: key, at: entry.at, actor: null, request: '' }, () =>
        journal.audited(entry, () => {}),
      )
    const open = session()
    if (open?.mode === mode) into(open.journal)
    else if (open !== null && mode === 'live') inLiveJournal(into)
    else throw new Error(`no journal of ${mode} is open`)
  }

  /** Returns the trails that could not be written. */
  const putInAll = (key: string, { entry, modes }: OwedRow): Mode[] =>
    modes.filter((mode) => {
      if (failed.has(mode)) return true
      try {
        put(key, entry, mode)
        return false
      } catch (error) {
        failed.add(mode)
        log.error(
          `the ${mode} audit trail has no line of "${entry.action}" yet: ${error instanceof Error ? error.message : ''}`,
        )
        return true
      }
    })

  const keep = (key: string, row: OwedRow): void => {
    mayOwe = true
    register.write('note', [noteOf(key, row)])
  }

  const flush = (): void => {
    failed.clear()
    if (!mayOwe) return
    mayOwe = false
    for (const { key, body } of register.rows('note')) {
      if (!key.startsWith(NOTE) || going.has(key)) continue
      const row = owedRow.safeParse(JSON.parse(body)).data
      if (row === undefined) {
        log.error(`the register has an audit row that cannot be read: ${key}`)
        continue
      }
      const modes = putInAll(key, row)
      if (modes.length > 0) mayOwe = true
      if (modes.length === 0) register.write('note', [{ key, body: null }])
      else if (modes.length < row.modes.length) keep(key, { ...row, modes })
    }
  }

  const safely = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      mayOwe = true
      log.error('a row of the audit trail is lost', { error })
    }
  }

  return {
    add: (entry) => {
      safely(flush) // first, so that the rows are in the order of their time
      safely(() => {
        const [key, row] = [newKey(), { entry, modes: trailsOf(entry) }]
        const modes = putInAll(key, row)
        if (modes.length > 0) keep(key, { ...row, modes })
      })
    },
    note: (entry) => {
      mayOwe = true
      return noteOf(newKey(), { entry, modes: trailsOf(entry) })
    },
    begin: (killed) => {
      const key = newKey()
      const modes = trailsOf(killed) // at its end perhaps no session is open
      going.add(key)
      keep(key, { entry: killed, modes })
      return (row) => {
        going.delete(key)
        safely(() => {
          if (row === null) register.write('note', [{ key, body: null }])
          else keep(key, { entry: row, modes })
          flush()
        })
      }
    },
    flush: () => {
      mayOwe = true
      safely(flush)
    },
  }
}

const newKey = (): string => `${NOTE}${randomUUID()}`

const noteOf = (key: string, row: OwedRow): RegisterChange => ({ key, body: JSON.stringify(row) })
