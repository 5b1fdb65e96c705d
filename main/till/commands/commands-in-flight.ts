/**
 * Recent commands by mode and idempotency key: a repeated command waits for the answer of the first and returns it. A secret is
 * answered once, so a repetition of its command is refused, and the secret does not stay in memory.
 */
import { failure } from '../../../shared/failure.ts'
import type { Reply } from '../../../shared/page/index.ts'
import type { Command } from '../../storage/journal/index.ts'

type Asked = Command & { readonly isSecret: boolean }

export type CommandsInFlight = {
  readonly once: (asked: Asked, work: () => Promise<Reply<unknown>>) => Promise<Reply<unknown>>
}

const MOST = 500

export function createCommandsInFlight(): CommandsInFlight {
  const known = new Map<string, { readonly asked: Asked; readonly reply: Promise<Reply<unknown>> | null }>()
  return {
    once: async (asked, work) => {
      const { id } = asked
      const had = known.get(id)
      const reused = { ok: false, error: failure('COMMAND_REUSED') } as const
      if (had) return isSame(had.asked, asked) ? (had.reply ?? reused) : reused
      // A refused command did nothing, so the page may send it again.
      const reply = work().then((answer) => {
        if (!answer.ok) known.delete(id)
        return answer
      })
      known.set(id, { asked, reply: asked.isSecret ? null : reply })
      const [oldest] = known.keys()
      if (known.size > MOST && oldest !== undefined) known.delete(oldest)
      return reply
    },
  }
}

/** A key belongs to one person and one request. */
const isSame = (one: Asked, other: Asked): boolean =>
  one.request === other.request && one.actor?.id === other.actor?.id
