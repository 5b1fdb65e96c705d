/**
 * Keeps the session that is open (session.ts), and opens another one after a restore or when the merchant changes.
 *
 *     open ── the next session opens ──▶ open
 *       │ ── it fails ──▶ the previous session opens again
 *       │                         │ it fails too: none is open, with the reason; each call tries again
 *
 * If the journal turns out to be damaged while a session opens, it is opened once more, which rescues the journal.
 */
import { CommandRefused } from '../../../shared/failure.ts'
import { createMutex } from '../../base/mutex.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import type { Session } from './session.ts'

export type CurrentSession<Of> = {
  /** Opens the first session. Call it once. */
  readonly begin: (first: Of, opening: Opening<Of>) => Promise<void>
  /** Throws the reason where none is open. */
  readonly get: () => Session
  /** Null where none is open. */
  readonly opened: () => Session | null
  /** Waits for the session that is being opened. Where none is being opened, tries to open it again. */
  readonly ready: () => Promise<void>
  /** Closes the session and opens it again, as a restart would. */
  readonly reopen: () => Promise<void>
  /** Opens another session. `store` records the choice. If anything fails, the previous one opens again. */
  readonly moveTo: (of: Of, store: () => void) => Promise<void>
  /** A session was opened or closed, or the open one has changed. */
  readonly onChange: Signal['listen']
  readonly close: () => Promise<void>
}

type Opening<Of> = {
  readonly open: (of: Of) => Promise<Session>
  /** Throws where the journal of the next session cannot be used. */
  readonly probe: (of: Of, open: Session) => void
}

export function createCurrentSession<Of>(): CurrentSession<Of> {
  const mutex = createMutex()
  const changes = createSignal()
  /** The session that is open, or that the next call tries to open; null before `begin`. */
  let wanted: { readonly of: Of; readonly opening: Opening<Of> } | null = null
  let session: Session | null = null
  let why: unknown = null
  let moving = false
  let closed = false

  const enter = async (of: Of, { open }: Opening<Of>): Promise<void> => {
    if (closed) throw new CommandRefused('BUSY')
    try {
      session = await open(of).catch((error: unknown) => {
        if (!isDamage(error)) throw error
        return open(of)
      })
      session.onChange(changes.emit)
      why = null
    } catch (error) {
      why = error
      throw error
    }
  }

  const enterAgain = async (): Promise<void> => {
    if (wanted !== null) await enter(wanted.of, wanted.opening)
  }

  const leave = async (): Promise<void> => {
    const left = session
    session = null
    await left?.close()
  }

  const exclusively = (work: () => Promise<void>): Promise<void> =>
    mutex.runExclusive(async () => {
      moving = true
      try {
        await work()
      } finally {
        moving = false
        changes.emit()
      }
    })

  const ready = async (): Promise<void> => {
    if (moving) await mutex.ended()
    if (session === null && !closed) await exclusively(async () => void (session ?? (await enterAgain())))
  }

  const get = (): Session => {
    if (session === null) throw why ?? new CommandRefused('BUSY')
    return session
  }

  return {
    begin: (of, opening) => {
      wanted = { of, opening }
      return ready()
    },
    get,
    opened: () => session,
    ready,
    reopen: () =>
      exclusively(async () => {
        await leave()
        await enterAgain()
      }),
    moveTo: (of, store) =>
      exclusively(async () => {
        const opened = get()
        if (wanted === null) return
        const { opening } = wanted
        opening.probe(of, opened)
        try {
          await leave()
          await enter(of, opening)
          store()
          wanted = { of, opening }
        } catch (error) {
          await leave().catch(() => {})
          await enterAgain().catch(() => {})
          throw error
        }
      }),
    onChange: changes.listen,
    close: async () => {
      closed = true
      await mutex.ended()
      await leave()
    },
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof CommandRefused && error.failure.name === 'JOURNAL_DAMAGED'
