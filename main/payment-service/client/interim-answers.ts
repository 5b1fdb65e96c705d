import type { Socket } from 'node:net'
import { errors } from 'undici'

/** undici's limit for the head of an answer. */
const LARGEST_HEAD = 16 * 1024
const EXAMPLE = 'HTTP/1.1 100'
const INTERIM = /^HTTP\/1\.[01] 1\d\d/
const OTHER_PROTOCOL = /^HTTP\/1\.[01] 101/

/**
 * Removes the heads of interim answers (1xx; RFC 9110, 15.2) from what undici reads of this connection. undici ends
 * the connection at a 100 (`statusCode === 100` in its lib/dispatcher/client-h1.js, which has no option for it), and the
 * outcome of a payment would be unknown. A 101 fails, because nobody asked for another protocol.
 *
 *     connected ──▶ held while it may be an interim head ──▶ the answer passes unchanged
 *
 * The socket serves one request.
 */
export function withoutInterimAnswers(socket: Socket): Socket {
  const { read } = socket
  /** What was read; null while the answer passes. */
  let held: Buffer | null = Buffer.alloc(0)

  const readAnswer = (size?: number): Buffer | null => {
    for (;;) {
      const piece: Buffer | null = read.call(socket, size)
      if (piece === null || held === null) return piece
      try {
        const rest = afterInterimHeads(Buffer.concat([held, piece]))
        held = mayBe(INTERIM, rest) ? rest : null
        if (held === null) return rest
      } catch (error) {
        socket.destroy(error as Error)
        return null
      }
    }
  }
  return Object.assign(socket, { read: readAnswer })
}

/** The bytes from the first head that is not interim, or not complete. Throws where one is unreadable. */
function afterInterimHeads(bytes: Buffer): Buffer {
  let rest = bytes
  while (mayBe(INTERIM, rest)) {
    const end = rest.indexOf('\r\n\r\n')
    if ((end < 0 ? rest.length : end) > LARGEST_HEAD) throw new errors.HeadersOverflowError()
    if (end < 0) break
    if (mayBe(OTHER_PROTOCOL, rest)) throw new errors.HTTPParserError('the protocol was changed')
    rest = rest.subarray(end + 4)
  }
  return rest
}

/** Whether these bytes match, or may match with those that follow. */
function mayBe(head: RegExp, bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, EXAMPLE.length)
  return head.test(start + EXAMPLE.slice(start.length))
}
