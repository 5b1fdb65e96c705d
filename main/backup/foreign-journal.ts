/**
 * Looks into a journal that a person brings from elsewhere, before the till reads it: on a stick anything may have the
 * name of a journal. A thread looks, so that the till can sell meanwhile, and its time is limited. The file is a copy
 * in the data folder (main/shop-data/foreign-file.ts), which nobody can change between the look and the reading.
 */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CommandRefused, type Failure } from '../../shared/failure.ts'

/** The built program has the thread's file in the same folder. From sources Node 24 runs its TypeScript. */
const THREAD = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, 'foreign-journal-worker.ts')
  : join(import.meta.dirname, 'foreign-journal-worker.js')

/** Enough for every page of the journal of many years on a slow disk. */
const MOST_MS = 300_000
const MOST_MEGABYTES = 256

/** Throws BACKUP_DAMAGED where the file is not exactly a journal, or JOURNAL_FROM_FUTURE. */
export async function assertOwnJournal(file: string, mostMs = MOST_MS): Promise<void> {
  const worker = new Worker(THREAD, {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  let deadline: NodeJS.Timeout | undefined
  try {
    const wrong = await new Promise<Failure | null>((resolve, reject) => {
      deadline = setTimeout(() => reject(new Error('it takes too long')), mostMs)
      worker.on('message', resolve)
      worker.on('error', reject)
      worker.on('exit', () => reject(new Error('the thread ended')))
    })
    if (wrong !== null) throw new CommandRefused(wrong.name, wrong.detail)
  } catch (error) {
    if (error instanceof CommandRefused) throw error
    throw new CommandRefused('BACKUP_DAMAGED', error instanceof Error ? error.message : null)
  } finally {
    clearTimeout(deadline)
    void worker.terminate()
  }
}
