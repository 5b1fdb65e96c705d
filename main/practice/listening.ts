import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'

/** The only address a practice service ever listens on. */
const LOOPBACK = '127.0.0.1'

export type Listening = {
  readonly url: string
  /** Takes the door away, with whoever stands in it, or puts it back at the same address. */
  readonly open: (open: boolean) => Promise<void>
  readonly stop: () => Promise<void>
}

type App = { readonly fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response> }

/** Serves an app on the loopback address; port 0 takes a free one. Rejects where the port is taken. */
export function listen(app: App, port: number): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request, bindings) => app.fetch(request, bindings as HttpBindings),
    // The adaptor would otherwise put its own Request and Response in the place of the whole process's.
    overrideGlobalObjects: false,
  }) as Server
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, () => {
      const { port: taken } = server.address() as AddressInfo
      resolve({
        url: `http://${LOOPBACK}:${taken}`,
        open: (open) => (open ? reopen(server, taken) : close(server)),
        stop: () => close(server),
      })
    })
  })
}

function reopen(server: Server, port: number): Promise<void> {
  if (server.listening) return Promise.resolve()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, resolve)
  })
}

/** Ends at once, whatever hangs. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
