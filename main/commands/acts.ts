/** Acts that were asked for lately: the same one again waits for the first answer and gets it. */
import type { Reply } from '../../shared/ipc/index.ts'

export type Acts = {
  readonly once: (name: string, work: () => Promise<Reply<unknown>>) => Promise<Reply<unknown>>
}

const MOST = 500

export function createActs(): Acts {
  const known = new Map<string, Promise<Reply<unknown>>>()
  return {
    once: (name, work) => {
      const had = known.get(name)
      if (had) return had
      // What was refused was not done, and may be asked for again.
      const answer = work().then((reply) => {
        if (!reply.ok) known.delete(name)
        return reply
      })
      known.set(name, answer)
      const [oldest] = known.keys()
      if (known.size > MOST && oldest !== undefined) known.delete(oldest)
      return answer
    },
  }
}
