/** The thread that reads a foreign journal (main/backup/foreign-journal.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import { answerForeign, type ForeignQuestion } from './backup/index.ts'
import type { Log } from './environment.ts'

const tell = (level: keyof Log) => (line: string) => parentPort?.postMessage({ level, line })
const log: Log = { info: tell('info'), warn: tell('warn'), error: tell('error') }
const model = async () => (await import('./sales/index.ts')).saleModel

parentPort?.postMessage(await answerForeign(workerData as ForeignQuestion, { model, log }))
