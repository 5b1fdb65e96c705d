const TIMEOUT_MS = 2000

/** Evaluates one expression in a page over its DevTools socket. Rejects when no text is returned in time. */
export function ask(socketAddress: string, expression: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(socketAddress)
    const end = (action: () => void) => {
      clearTimeout(limit)
      socket.close()
      action()
    }
    const limit = setTimeout(() => end(() => reject(new Error('no answer'))), TIMEOUT_MS)
    socket.onopen = () =>
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }))
    socket.onerror = () => end(() => reject(new Error('no connection')))
    socket.onmessage = ({ data }) => {
      const value: unknown = JSON.parse(String(data))?.result?.result?.value
      end(() => (typeof value === 'string' ? resolve(value) : reject(new Error('no text'))))
    }
  })
}
