/** The worker thread that loads the canvas library before the main thread does (main/canvas.ts). */
import { parentPort } from 'node:worker_threads'
import { canvas } from './canvas.ts'

canvas()
parentPort?.postMessage('loaded')
