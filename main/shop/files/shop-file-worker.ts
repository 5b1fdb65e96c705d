/** The thread that reads the text of a shop file (read-in-thread.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import { CommandRefused } from '../../../shared/failure.ts'
import type { Answer } from '../../storage/sqlite/index.ts'
import { readText, type ShopFile } from './shop-file.ts'

const { text, code } = workerData as { readonly text: string; readonly code: string | null }
const answer = (given: Answer<ShopFile>): void => parentPort?.postMessage(given)

readText(text, code).then(
  (value) => answer({ value }),
  (error: unknown) => {
    if (!(error instanceof CommandRefused)) throw error
    answer({ failure: error.failure })
  },
)
