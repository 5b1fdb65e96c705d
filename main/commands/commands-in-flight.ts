/** Recent commands by idempotency key: a repeated command waits for the answer of the first and returns it. */
import { failure } from '../../shared/failure.ts'
import type { Reply } from '../../shared/ipc/index.ts'
import type { Command } from '../journal/index.ts'

export type Asked = Command

export type CommandsInFlight = {
  readonly once: (asked: Asked, work: () => Promise<Reply<unknown>>) => Promise<Reply<unknown>>
}

const MOST = 500

export function createCommandsInFlight(): CommandsInFlight {
  const known = new Map<string, { readonly asked: Asked; readonly reply: Promise<Reply<unknown>> }>()
  return {
    once: async (asked, work) => {
      const { id } = asked
      const had = known.get(id)
      if (had) return isSame(had.asked, asked) ? had.reply : { ok: false, error: failure('COMMAND_REUSED') }
      // A refused command did nothing, so the page may send it again.
      const reply = work().then((answer) => {
        if (!answer.ok) known.delete(id)
        return answer
      })
      known.set(id, { asked, reply })
      const [oldest] = known.keys()
      if (known.size > MOST && oldest !== undefined) known.delete(oldest)
      return reply
    },
  }
}

/** A key belongs to one person and one request. */
const isSame = (one: Asked, other: Asked): boolean =>
  one.request === other.request && one.actor?.id === other.actor?.id
