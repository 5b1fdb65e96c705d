/**
 * A practice service in a thread of its own, so that its work is not measured as the till's. It records when each request
 * arrived and was answered, and the largest number that were in progress at once.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { machineClock, silentLog } from '../../../main/base/environment.ts'
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import { startPracticeWithFaults } from '../../run/practice/index.ts'

export type Requests = {
  /** Milliseconds since 1970: when each request came and when it was answered, in the order of its coming. */
  readonly times: readonly { readonly came: number; readonly answered: number | null }[]
  readonly mostAtOnce: number
}

export type CountedPractice = {
  readonly address: PracticeAddress
  readonly requests: () => Promise<Requests>
  readonly stop: () => Promise<void>
}

/** Without a data file it keeps its records in memory. */
export async function countedPractice(dataFile?: string): Promise<CountedPractice> {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { dataFile } satisfies Given })
  let failed: (error: unknown) => void = () => {}
  worker.on('error', (error) => failed(error))
  const told = <Value>(): Promise<Value> =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve)
      failed = reject
    })
  const address = await told<PracticeAddress>()
  return {
    address,
    requests: () => {
      worker.postMessage('requests')
      return told<Requests>()
    },
    stop: async () => void (await worker.terminate()),
  }
}

export async function withPractice<Found>(use: (address: PracticeAddress) => Promise<Found>): Promise<Found> {
  const practice = await countedPractice()
  try {
    return await use(practice.address)
  } finally {
    await practice.stop()
  }
}

/** Milliseconds since 1970, finer than `Date.now` and the same in all processes. */
export const now = (): number => performance.timeOrigin + performance.now()

async function serve({ dataFile }: Given): Promise<void> {
  const times: { came: number; answered: number | null }[] = []
  const open = new Map<IncomingMessage, (typeof times)[number]>()
  let mostAtOnce = 0
  const practice = await startPracticeWithFaults({
    ...{ clock: machineClock, log: silentLog },
    ...(dataFile === undefined ? {} : { dataFile }),
  })
  const port = Number(new URL(practice.address.url).port)
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    if (request.socket.localPort !== port) return
    const time = { came: now(), answered: null }
    times.push(time)
    open.set(request, time)
    mostAtOnce = Math.max(mostAtOnce, open.size)
  })
  subscribe('http.server.response.finish', (message) => {
    const { request } = message as { request: IncomingMessage }
    const time = open.get(request)
    if (time) time.answered = now()
    open.delete(request)
  })
  parentPort?.on('message', () => parentPort?.postMessage({ times, mostAtOnce } satisfies Requests))
  parentPort?.postMessage(practice.address)
}

type Given = { readonly dataFile?: string | undefined }

if (!isMainThread) await serve(workerData as Given)
