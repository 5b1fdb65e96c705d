import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { createMutex } from '../mutex.ts'

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
export async function listen(app: App, port: number): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request, bindings) => app.fetch(request, bindings as HttpBindings),
    // The adaptor would otherwise put its own Request and Response in the place of the whole process's.
    overrideGlobalObjects: false,
  }) as Server
  await listenOn(server, port)
  const { port: taken } = server.address() as AddressInfo
  let stopped = false
  // A door that is still being opened cannot be closed.
  const { runExclusive } = createMutex()
  return {
    url: `http://${LOOPBACK}:${taken}`,
    open: (open) => runExclusive(() => (open ? reopen(server, taken, () => stopped) : close(server))),
    stop: () => {
      stopped = true
      return runExclusive(() => close(server))
    },
  }
}

async function listenOn(server: Server, port: number): Promise<void> {
  server.listen(port, LOOPBACK)
  // Leaves no listener behind, whichever comes first: a line that drops a hundred times must not gather them.
  await once(server, 'listening')
}

const REOPEN_TRIES = 50
const REOPEN_PAUSE_MS = 100

/**
 * At the same port again. While nobody listens there the system may lend it to somebody's outgoing connection, for as
 * long as that lasts: it is tried for some seconds.
 */
async function reopen(server: Server, port: number, stopped: () => boolean): Promise<void> {
  for (let tries = 1; !server.listening && !stopped(); tries += 1) {
    try {
      await listenOn(server, port)
    } catch (error) {
      if (tries >= REOPEN_TRIES) throw error
      await wait(REOPEN_PAUSE_MS)
    }
  }
}

/** Ends at once, whatever hangs. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
