/** The thread that verifies a backup. That takes seconds, in which the till must sell. */
import { parentPort, workerData } from 'node:worker_threads'
import { answered } from '../sqlite/index.ts'
import { verifyBackup } from './verify-backup.ts'

parentPort?.postMessage(answered(() => verifyBackup(workerData as string)))
