/** The thread that verifies a backup. That takes seconds, in which the till must sell. */
import { parentPort, workerData } from 'node:worker_threads'
import { answerBackup } from './verify-backup.ts'

parentPort?.postMessage(answerBackup(workerData as string))
