/** The thread that reads a foreign journal (foreign-journal.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import type { Log } from '../../base/clock-and-log.ts'
import { answerForeign, type ForeignQuestion } from './foreign-questions.ts'

const tell = (level: keyof Log) => (line: string) => parentPort?.postMessage({ level, line })
const log: Log = { info: tell('info'), warn: tell('warn'), error: tell('error') }

parentPort?.postMessage(answerForeign(workerData as ForeignQuestion, log))
