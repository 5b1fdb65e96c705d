/** A worker thread that loads the canvas library in advance, so that the main thread then loads it faster (main/base/canvas.ts). */
import { parentPort } from 'node:worker_threads'
import { canvas } from './canvas.ts'

canvas()
parentPort?.postMessage('loaded')
