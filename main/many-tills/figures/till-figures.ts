import type { Lacks, TillFigures } from '../../../shared/books/all-tills.ts'
import { tillStatusSchema } from '../../../shared/page/shop-link.ts'
import type { ShopDatabase } from '../link/index.ts'

type ToldTill = Awaited<ReturnType<ShopDatabase['figures']>>['tills'][number]

/** A till tells every ten seconds how it is. After this time its figures are not taken for current. */
const SILENT_MS = 120_000
/** What was recorded just now is on its way. */
const ON_THE_WAY_MS = 60_000

type Asked = {
  readonly me: string | null
  readonly now: number
  readonly until: number
  /** What of each till could not be read, by its code. */
  readonly unread?: ReadonlyMap<string, Lacks>
}

/**
 * How current each till's figures are. `until` is the end of what was asked for: who was heard of after it has told all of
 * it. `me` is this till's terminal code.
 */
export function tillFigures(
  tills: readonly ToldTill[],
  { me, now, until, unread }: Asked,
): readonly TillFigures[] {
  return tills.map(({ code, state, sends, silentMs, status, apart }) => {
    const { unsent, oldestUnsentMs, clockOffMs, missing, behind, knownAt } = tillStatusSchema.parse(status)
    const waits = unsent > 0 ? (oldestUnsentMs ?? 0) : 0
    const told = silentMs === null ? null : Math.max(0, now - silentMs - waits)
    // After a restore the server lacks what the till did since the dump, until the till has sent it again.
    const at = behind ? knownAt : told
    // With a clock that is behind, the till may have recorded for these days after they ended here.
    const end = until + Math.max(0, clockOffMs ?? 0)
    const isLate = at === null || at < (behind ? end : Math.min(end, now - SILENT_MS))
    return {
      ...{ code, isMe: code === me, at },
      ...unread?.get(code),
      ...(missing > 0 ? { missing } : {}),
      ...(apart > 0 ? { apart } : {}),
      state:
        state === 'retired'
          ? 'retired'
          : !sends
            ? 'empty'
            : (behind || waits > ON_THE_WAY_MS) && isLate
              ? 'behind'
              : isLate
                ? 'silent'
                : 'current',
    }
  })
}
