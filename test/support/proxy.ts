import { createServer } from 'node:http'
import { connect } from 'node:net'
import { listening } from './listening.ts'

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
  return { asked, at: `127.0.0.1:${await listening(proxy)}` }
}
