/** Work in a worker thread, with a limit of memory and time. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** The threads' files, which every bundle has beside it (electron.vite.config.ts), and their sources in `main/`. */
export const THREADS = {
  'tables-worker.js': 'shop/tables/worker.ts',
  'backup-worker.js': 'storage/backup/backup-worker.ts',
  'register-worker.js': 'storage/register/register-worker.ts',
  'foreign-journal-worker.js': 'storage/backup/foreign-journal-worker.ts',
  'shop-file-worker.js': 'shop/files/shop-file-worker.ts',
  'canvas-worker.js': 'base/canvas-worker.ts',
} as const

export type Limits = { readonly megabytes: number; readonly ms: number | null }

export type Running<Value> = { readonly done: Promise<Value>; readonly stop: () => void }

/** How a thread's message is answered: its work is done, has failed, or goes on with an answer. */
export type Reply<Value, Answer> = {
  readonly done: (value: Value) => void
  readonly fail: (error: unknown) => void
  readonly send: (answer: Answer) => void
}

const running = new Set<Worker>()

/** Terminates all threads. Never resolves if one hangs in native code, because Node cannot terminate such a thread. */
export const endThreads = (): Promise<unknown> =>
  Promise.all([...running].map((worker) => worker.terminate()))

/**
 * From sources Node 24 runs the thread's TypeScript. The tests start hundreds of threads and name the folder of a bundle,
 * in which a thread starts in a quarter of the time.
 */
function pathOf(file: keyof typeof THREADS): string {
  if (!import.meta.filename.endsWith('.ts')) return join(import.meta.dirname, file)
  const bundled = process.env.TUGRIK_TEST_THREADS
  return bundled ? join(bundled, file) : join(import.meta.dirname, '..', THREADS[file])
}

/** Rejects beyond a limit of memory or time, and after `stop`. */
export function startThread<Message, Value, Answer = never>(
  file: keyof typeof THREADS,
  data: unknown,
  { megabytes, ms }: Limits,
  onMessage: (message: Message, reply: Reply<Value, Answer>) => void,
): Running<Value> {
  const worker = new Worker(pathOf(file), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  running.add(worker)
  worker.once('exit', () => running.delete(worker))
  let deadline: NodeJS.Timeout | undefined
  const done = new Promise<Value>((resolve, reject) => {
    if (ms !== null) deadline = setTimeout(() => reject(new Error('it takes too long')), ms)
    const send = (answer: Answer) => worker.postMessage(answer)
    worker.on('message', (message: Message) => onMessage(message, { done: resolve, fail: reject, send }))
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('the thread ended')))
  })
  return {
    // `done` settles after the thread has ended, so that the caller can remove the thread's file.
    done: done.finally(() => {
      clearTimeout(deadline)
      return worker.terminate()
    }),
    stop: () => void worker.terminate(),
  }
}
