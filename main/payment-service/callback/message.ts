/** Reads `{invoice_id}` in the body of a POST or the query of a GET (docs/payment-service.md#callback). */
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'

const LARGEST_BODY = 4096
/** A body up to this size is read to its end, so that the sender gets the refusal. */
const READ_AND_DROPPED = 65_536

const invoiceId = z.string().min(1).max(100)
const message = z.object({ invoice_id: invoiceId })

export type Read = { readonly invoiceId: string } | { readonly refused: 400 | 413 }

export async function readPost(request: IncomingMessage): Promise<Read> {
  const text = await bodyOf(request)
  return text === null ? { refused: 413 } : readMessage(text)
}

function readMessage(text: string): Read {
  try {
    return { invoiceId: message.parse(JSON.parse(text)).invoice_id }
  } catch {
    return { refused: 400 }
  }
}

/** Tries several names, because the contract does not name the query parameter. */
export function readQuery(query: URLSearchParams): Read {
  const parsed = invoiceId.safeParse(query.get('invoice_id') ?? query.get('id') ?? query.get('object_id'))
  return parsed.success ? { invoiceId: parsed.data } : { refused: 400 }
}

/** The body as text; null where it is too large. A body that was cut off fails to parse later. */
function bodyOf(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > READ_AND_DROPPED) return Promise.resolve(null)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = () => resolve(size > LARGEST_BODY ? null : Buffer.concat(chunks).toString('utf8'))
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= LARGEST_BODY) chunks.push(chunk)
      else if (size > READ_AND_DROPPED) finish()
    })
    request.once('end', finish)
    request.once('close', finish)
    request.once('error', finish)
  })
}
