import type { QuarantinedRecord } from '../../../shared/page/shop-link.ts'
import type { SetApart } from './answers.ts'

/** A record in quarantine as people see it. The server's own reason may quote the record, so it goes no further. */
export const quarantinedRecord = ({ reason, ...record }: SetApart): QuarantinedRecord => ({
  ...record,
  why: WHYS.find(([words]) => words.test(reason))?.[1] ?? 'unreadable',
})

/** Names of constraints, alone or in PostgreSQL's words, and reasons of `take_event` (migrations/0001-shop-database.sql). */
const WHYS: readonly (readonly [words: RegExp, why: QuarantinedRecord['why']])[] = [
  [/^(differs|position-taken)$/, 'differs'],
  [/(^|")seal($|")/, 'sealed'],
  [/(^|")(body_size|depth)($|")|too (large|long)|exceeds/, 'large'],
]
