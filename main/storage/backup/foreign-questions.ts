/** What the thread does that reads a foreign journal (foreign-journal.ts). */
import type { DatabaseSync } from 'node:sqlite'
import { CommandRefused, failure } from '../../../shared/failure.ts'
import type { Tampering } from '../../../shared/shop/tampering.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { isOfFuture, lastPosition, MIGRATIONS, ownVersionOf } from '../journal/index.ts'
import { type Answer, closing, isOutsideTheFile, journalFailure, quickCheck } from '../sqlite/index.ts'
import { signOf } from './finding.ts'
import { type EventsWanted, writeJournalOfEvents } from './journal-of-events.ts'
import { assertSchemaIsTree } from './schema-pages.ts'
import { foreignPart } from './shape.ts'
import { copyOfToday, openSource } from './source.ts'
import { wrongInFile } from './wrong-in-file.ts'

export type ForeignQuestion =
  /** Whether it is exactly a journal of ours: answers the position of its last event. */
  | { readonly do: 'look'; readonly file: string; readonly pages: 'all' | 'few' }
  /** Makes it readable for this program, in `copy` where it is of an older version, and looks for signs of tampering. */
  | { readonly do: 'read'; readonly file: string; readonly copy: string }
  /** Makes a journal of events. */
  | ({ readonly do: 'make' } & EventsWanted)

export type Readable = {
  readonly file: string
  /** The first sign of tampering. */
  readonly wrong: Tampering | null
}

export type ForeignAnswer = Answer<number | Readable>

/** Never throws. */
export function answerForeign(question: ForeignQuestion, log: Log): ForeignAnswer {
  try {
    return { value: answerOf(question, log) }
  } catch (error) {
    const why = journalFailure(error).failure
    // Before the look has ended, whatever fails is the file's fault.
    const isOfFile = why.name === 'JOURNAL_DAMAGED' || (question.do === 'look' && !isOutsideTheFile(error))
    if (why.name === 'DATA_OF_ANOTHER_BUILD')
      return { failure: failure('BACKUP_OF_ANOTHER_BUILD', why.detail) }
    return {
      failure: isOfFile && why.name !== 'FROM_FUTURE' ? failure('FILE_DAMAGED', why.detail) : why,
    }
  }
}

function answerOf(question: ForeignQuestion, log: Log): number | Readable {
  if (question.do === 'look') return look(question)
  if (question.do === 'read') return read(question, log)
  writeJournalOfEvents(question, log)
  return 0
}

function look({ file, pages }: Extract<ForeignQuestion, { do: 'look' }>): number {
  assertSchemaIsTree(file)
  return withSource(file, (source) => {
    const version = ownVersionOf(source)
    const wrong = version < 1 ? 'no journal' : foreignPart(source, version)
    if (wrong !== null) throw new CommandRefused('FILE_DAMAGED', wrong)
    if (pages === 'few') return version === MIGRATIONS.length ? lastPosition(source) : 0
    quickCheck(source)
    return 0
  })
}

function read({ file, copy }: Extract<ForeignQuestion, { do: 'read' }>, log: Log): Readable {
  const isOlder = withSource(file, (source) => ownVersionOf(source) < MIGRATIONS.length)
  const reading = isOlder ? { log, copy } : null
  if (reading !== null) withSource(file, (source) => copyOfToday(file, source, reading))
  const readable = isOlder ? copy : file
  return withSource(readable, (source) => {
    assertNoneIsNewer(source)
    return { file: readable, wrong: signOf(wrongInFile(source)) }
  })
}

/** Throws FROM_FUTURE where a newer program wrote an event: the merge has no way back once a part is taken. */
function assertNoneIsNewer(source: DatabaseSync): void {
  const bodies = source.prepare('SELECT kind, max(version) AS version FROM event GROUP BY kind').all()
  const newer = bodies.find(isOfFuture)
  if (newer !== undefined)
    throw new CommandRefused('FROM_FUTURE', `${newer.kind} of version ${newer.version}`)
}

const withSource = <Value>(file: string, work: (source: DatabaseSync) => Value): Value =>
  closing(openSource(file), work)
