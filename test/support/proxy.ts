import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy that opens tunnels to the port, whatever name it is asked for. */
export async function proxyTo(port: number, password: string | null = null) {
  const asked: string[] = []
  const proxy = createServer((_request, response) => response.end())
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    const given = request.headers['proxy-authorization']
    if (password !== null && given !== `Basic ${Buffer.from(password).toString('base64')}`) {
      socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="shop"\r\n\r\n',
      )
      return
    }
    const further = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      further.pipe(socket).pipe(further)
    })
    further.on('error', () => socket.destroy())
    socket.on('error', () => further.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const { port: own } = proxy.address() as AddressInfo
  return { asked, at: `127.0.0.1:${own}` }
}
