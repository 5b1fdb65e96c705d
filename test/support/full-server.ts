/** A server with a full queue of connections: the system drops the first packet of each new one until `goOn` is called. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}'

const PROGRAM = `const { parentPort, workerData } = require('node:worker_threads')
const server = require('node:net').createServer((socket) => {
  socket.on('error', () => {}).on('data', () => socket.end(${JSON.stringify(ANSWER)}))
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port)
  Atomics.wait(workerData, 0, 0)
})`

export async function fullServer() {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(PROGRAM, { eval: true, workerData: flag })
  const [port] = await once(worker, 'message')
  const queued = [1, 2].map(() => connect(port, '127.0.0.1'))
  await Promise.all(queued.map((socket) => once(socket, 'connect')))
  const goOn = (): void => {
    Atomics.store(flag, 0, 1)
    Atomics.notify(flag, 0)
    for (const socket of queued) socket.destroy()
  }
  onTestFinished(async () => {
    goOn()
    await worker.terminate()
  })
  return { port: Number(port), goOn }
}
