/** A practice service in a thread of its own, so that its work is not measured as the till's. */
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { machineClock, silentLog } from '../../../main/base/clock-and-log.ts'
import { type PracticeAddress, startPractice } from '../../../main/payment-service/practice/index.ts'

export async function withPractice<Found>(use: (address: PracticeAddress) => Promise<Found>): Promise<Found> {
  const worker = new Worker(fileURLToPath(import.meta.url))
  try {
    const [address] = (await once(worker, 'message')) as [PracticeAddress]
    return await use(address)
  } finally {
    await worker.terminate()
  }
}

if (!isMainThread) {
  const { address } = await startPractice({ clock: machineClock, log: silentLog, dataFile: null })
  parentPort?.postMessage(address)
}
