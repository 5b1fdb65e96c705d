/**
 * Reads a journal that a person brings from elsewhere in a thread, or makes one of events of the shop database, so that
 * the till can sell meanwhile. On a stick anything may have the name of a journal, so the thread first looks whether it is
 * one, and that time is limited. The file is a copy in the data folder (main/shop/files/foreign-file.ts), which nobody can
 * change between the look and the reading.
 */
import { CommandRefused } from '../../../shared/failure.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { startThread } from '../../base/thread.ts'
import { valueIn } from '../sqlite/index.ts'
import type { ForeignAnswer, ForeignQuestion, Readable } from './foreign-questions.ts'
import type { EventsWanted } from './journal-of-events.ts'

/** Enough for every page of the journal of many years on a slow disk. */
const MOST_MS = 300_000
const MOST_MEGABYTES = 256

/** Throws FILE_DAMAGED where the file is not exactly a journal, BACKUP_OF_ANOTHER_BUILD, or FROM_FUTURE. */
export async function assertOwnJournal(file: string, mostMs = MOST_MS): Promise<void> {
  await asked({ do: 'look', file, pages: 'all' }, { ms: mostMs })
}

/** The position of the last event in a journal of this version; 0 where the file is none, or cannot be read. */
export const positionIn = (file: string): Promise<number> =>
  asked<number>({ do: 'look', file, pages: 'few' }, { ms: MOST_MS }).catch(() => 0)

export type Reading = {
  /** The file of a copy of today's version, which is made for a journal of an older version. */
  readonly copy: string
  readonly log: Log
  readonly signal: AbortSignal
}

/** Reads a journal that was looked into: where its rows of today's version are, and the first sign of tampering. */
export const readable = (file: string, { copy, ...how }: Reading): Promise<Readable> =>
  asked<Readable>({ do: 'read', file, copy }, { ms: null, ...how })

/** Makes a journal of the events of this till that the shop database has. */
export async function journalOfEvents(wanted: EventsWanted, log: Log): Promise<void> {
  await asked({ do: 'make', ...wanted }, { ms: null, log })
}

type How = { readonly ms: number | null } & Partial<Pick<Reading, 'log' | 'signal'>>
type Message = ForeignAnswer | { readonly level: keyof Log; readonly line: string }

async function asked<Value extends number | Readable>(
  question: ForeignQuestion,
  { ms, log, signal }: How,
): Promise<Value> {
  const limits = { megabytes: MOST_MEGABYTES, ms }
  const thread = startThread<Message, ForeignAnswer>(
    'foreign-journal-worker.js',
    question,
    limits,
    (message, { done }) => {
      if ('level' in message) log?.[message.level](message.line)
      else done(message)
    },
  )
  signal?.addEventListener('abort', thread.stop)
  const answer = await thread.done
    .catch((error: unknown) => {
      throw new CommandRefused('FILE_DAMAGED', error instanceof Error ? error.message : null)
    })
    .finally(() => signal?.removeEventListener('abort', thread.stop))
  return valueIn(answer) as Value
}
