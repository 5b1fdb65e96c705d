/**
 * `npm run audit:verify -- FILE [--head HEX]`: checks whether a journal was tampered with, and prints the first finding of each
 * check (docs/decisions/chain.md). `--head` is the head of the chain from a printed X or Z: a chain that was computed again after
 * a change does not contain it. The journal may be in use meanwhile. Nothing in it is changed.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addUp, type ShiftReads } from '../../main/books/shifts/add-up.ts'
import { copyInUse } from '../../main/storage/sqlite/index.ts'
import { verifyJournal } from './audit-verify/verify-journal.ts'

/** The first digits of a head are enough: two heads do not share this many by chance. */
const SHORTEST_HEAD = 16

/** What X and Z print around the digits of a head, such as the position of its event: "34: 1637 08a3 …". */
const PRINTED_WITH_IT = /^\s*\d+\s*:|[\s…]/g

/** Returns the exit code. */
export function auditVerify(args: readonly string[], print: (line: string) => void): 0 | 1 | 2 {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { journal: { type: 'string' }, head: { type: 'string' } },
    allowPositionals: true,
  })
  const file = positionals[0] ?? values.journal
  if (file === undefined || !statSync(file, { throwIfNoEntry: false })?.isFile())
    return stop('name the file of a journal')
  const head = values.head?.replaceAll(PRINTED_WITH_IT, '').toLowerCase() ?? null
  if (head !== null && (head.length < SHORTEST_HEAD || /[^0-9a-f]/.test(head)))
    return stop(`--head is at least ${SHORTEST_HEAD} of the digits 0 to f`)

  const verdict = onCopy(file, (copy) => verifyJournal(copy, { head, ...STEADY_TOTALS }))
  if (verdict === null) return stop('it was written to all the time: try again, or verify a backup of it')
  const { wrong, found } = verdict
  for (const line of found) print(line)
  for (const line of wrong) print(`wrong: ${line}`)
  if (wrong.length === 0) print('whole')
  return wrong.length === 0 ? 0 : 1

  function stop(why: string): 2 {
    print(why)
    return 2
  }
}

/** Null when the journal could not be copied. */
function onCopy<Value>(file: string, work: (copy: string) => Value): Value | null {
  const folder = mkdtempSync(join(tmpdir(), 'tugrik-audit-'))
  try {
    const copy = join(folder, 'journal.sqlite')
    return copyInUse(file, copy) ? work(copy) : null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The part of a Z that can be computed again at any time, without figures that were true only at its close. */

function totalsOf(reads: ShiftReads, shiftId: string): Readonly<Record<string, unknown>> {
  const { numbers, running, unread, lastNumber, chain, ereceipts, before, ...steady } = addUp(reads, shiftId)
  const { owed, ...issued } = ereceipts
  return { ...steady, ereceipts: issued, before }
}

/** How a journal's Zs are verified. */
export const STEADY_TOTALS = { totalsOf } as const

if (import.meta.main) process.exitCode = auditVerify(process.argv.slice(2), (line) => console.log(line))
