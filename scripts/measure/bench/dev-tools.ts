/** A connection to Chromium's DevTools or Node's inspector, without Playwright's own work at the start of a page. */
import { once } from 'node:events'

type Fields = Readonly<Record<string, unknown>>
type Message = {
  readonly id?: number
  readonly method?: string
  readonly params?: Fields
  readonly sessionId?: string
  readonly result?: Fields
  readonly error?: { readonly message: string }
}

type Asked = { readonly resolve: (result: Fields) => void; readonly reject: (error: Error) => void }

async function connectDevTools(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, Asked>()
  const listeners: ((message: Message) => void)[] = []
  let sent = 0
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data))
    if (message.id === undefined) {
      for (const listener of listeners) listener(message)
      return
    }
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error) asked?.reject(new Error(message.error.message))
    else asked?.resolve(message.result ?? {})
  })
  socket.addEventListener('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('the connection ended'))
  })
  await once(socket, 'open')
  return {
    /** Rejects when the command fails, or the connection ends before its answer. */
    send: (method: string, params: Fields = {}, sessionId?: string): Promise<Fields> => {
      sent += 1
      const id = sent
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }))
      })
    },
    hear: (listener: (message: Message) => void) => void listeners.push(listener),
    close: () => socket.close(),
  }
}

export type DevTools = Awaited<ReturnType<typeof connectDevTools>>

/** Connects to the browser, to Node, or to the page whose address begins with `begin`. */
export async function devToolsAt(
  port: number,
  path: '/json/version' | '/json/list',
  begin = '',
): Promise<DevTools> {
  const found = (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as Target | readonly Target[]
  const target = Array.isArray(found)
    ? (found as readonly Target[]).find(({ url }) => url.startsWith(begin))
    : (found as Target)
  if (target === undefined) throw new Error(`nothing to connect to at port ${port}`)
  return connectDevTools(target.webSocketDebuggerUrl)
}

type Target = { readonly webSocketDebuggerUrl: string; readonly url: string }
