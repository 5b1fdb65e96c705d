/** A proxy in front of a practice service that records all requests. */
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { PracticeAddress } from '../../main/payment-service/practice/index.ts'
import { listening } from './listening.ts'

export async function recordedService(behind: PracticeAddress) {
  const asked: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[] = []
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/', headers } = request
    const body = await buffer(request)
    if (body.length > 0) asked.push({ path, body: JSON.parse(body.toString()) })
    const { authorization = '', 'content-type': type = 'application/json' } = headers
    const answer = await fetch(behind.url + path, {
      method,
      headers: { authorization, 'content-type': type },
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    })
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
    })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  const port = await listening(server)
  return { address: { ...behind, url: `http://127.0.0.1:${port}` }, asked }
}
