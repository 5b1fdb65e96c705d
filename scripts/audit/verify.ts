/** What `npm run audit:verify` does, and its exit code. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { verifyJournal } from '../../main/journal/index.ts'
import { saleModel } from '../../main/sales/index.ts'
import { steadyTotals } from '../../main/shifts/index.ts'

/** A head may be typed as it begins, in groups: so much of it is another's by no chance. */
const SHORTEST_HEAD = 16

export function auditVerify(args: readonly string[], print: (line: string) => void): 0 | 1 | 2 {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { journal: { type: 'string' }, head: { type: 'string' } },
    allowPositionals: true,
  })
  const file = positionals[0] ?? values.journal
  if (file === undefined || !existsSync(file)) return stop('name the file of a journal')
  const head = values.head?.replaceAll(/\s/g, '').toLowerCase() ?? null
  if (head !== null && (head.length < SHORTEST_HEAD || /[^0-9a-f]/.test(head)))
    return stop(`--head is at least ${SHORTEST_HEAD} of the digits 0 to f`)

  const { wrong, found } = onCopy(file, (copy) =>
    verifyJournal(copy, { model: saleModel, head, totalsOf: steadyTotals }),
  )
  for (const line of found) print(line)
  for (const line of wrong) print(`wrong: ${line}`)
  if (wrong.length === 0) print('whole')
  return wrong.length === 0 ? 0 : 1

  function stop(why: string): 2 {
    print(why)
    return 2
  }
}

function onCopy<Value>(file: string, work: (copy: string) => Value): Value {
  const folder = mkdtempSync(join(tmpdir(), 'tugrik-audit-'))
  try {
    const copy = join(folder, 'journal.sqlite')
    copyFileSync(file, copy)
    // What was committed last may stand in the write-ahead log alone.
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
    return work(copy)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
