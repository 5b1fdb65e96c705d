/** A practice service in a thread of its own, so that its work is not measured as the till's. */
import { once } from 'node:events'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { machineClock, silentLog } from '../../main/environment.ts'
import { type PracticeAddress, startPractice } from '../../main/practice/index.ts'

export async function withPractice<Found>(use: (address: PracticeAddress) => Promise<Found>): Promise<Found> {
  const thread = new Worker(new URL(import.meta.url))
  try {
    const [address] = (await once(thread, 'message')) as [PracticeAddress]
    return await use(address)
  } finally {
    await thread.terminate()
  }
}

if (!isMainThread) {
  const { address } = await startPractice({ clock: machineClock, log: silentLog })
  parentPort?.postMessage(address)
}
