import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { createMutex } from '../../base/mutex.ts'
import { closeServer } from '../../base/net/close-server.ts'

/** The only address that a practice service listens on. */
const LOOPBACK = '127.0.0.1'

export type Listening = {
  readonly url: string
  /** Closes the port with its connections, or opens the same port again. */
  readonly open: (open: boolean) => Promise<void>
  readonly stop: () => Promise<void>
}

type App = { readonly fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response> }

/** Serves an app on the loopback address; port 0 takes a free one. Rejects where the port is taken. */
export async function listen(app: App, port: number): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request, bindings) => app.fetch(request, bindings as HttpBindings),
    // Otherwise the adaptor replaces Request and Response of the whole process.
    overrideGlobalObjects: false,
  }) as Server
  await listenOn(server, port)
  const { port: taken } = server.address() as AddressInfo
  let stopped = false
  // One at a time, because a port that is still being opened cannot be closed.
  const { runExclusive } = createMutex()
  return {
    url: `http://${LOOPBACK}:${taken}`,
    open: (open) => runExclusive(() => (open ? reopen(server, taken, () => stopped) : closeServer(server))),
    stop: () => {
      stopped = true
      return runExclusive(() => closeServer(server))
    },
  }
}

async function listenOn(server: Server, port: number): Promise<void> {
  server.listen(port, LOOPBACK)
  // `once` removes its listeners, so that they do not add up when the connection drops a hundred times.
  await once(server, 'listening')
}

const REOPEN_TRIES = 50
const REOPEN_PAUSE_MS = 100

/** Tries for some seconds to open the same port again: the system may have lent it to an outgoing connection. */
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
