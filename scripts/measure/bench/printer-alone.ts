/** A receipt printer in a thread of its own: it takes everything at once and is always ready. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

export async function withPrinter<Found>(use: (port: number) => Promise<Found>): Promise<Found> {
  const thread = new Worker(new URL(import.meta.url))
  try {
    const [port] = (await once(thread, 'message')) as [number]
    return await use(port)
  } finally {
    await thread.terminate()
  }
}

const READY = 0x12
const PRINTED = 0x00

if (!isMainThread) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => answer(socket, chunk))
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address !== null && typeof address === 'object') parentPort?.postMessage(address.port)
  })
}

/** The till waits for an answer after each question, so a question ends a piece: DLE EOT n, GS r n. */
function answer(socket: Socket, chunk: Buffer): void {
  const [first, second] = [chunk.at(-3), chunk.at(-2)]
  if (first === 0x10 && second === 0x04) socket.write(Uint8Array.of(READY))
  if (first === 0x1d && second === 0x72) socket.write(Uint8Array.of(PRINTED))
}
