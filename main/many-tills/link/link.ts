/**
 * A till's link to its shop database. It works in the background: no command of a cashier waits for it, but for a return and another till's cart, and whatever the
 * server does, nothing at the counter changes (law 7).
 *
 *     off ── joined ──▶ connecting ── hello ──▶ connected: the tasks run
 *                          ▲  │                    │
 *                          │  └─ twice ─▶ a person decides
 *                          └── back-off ◀── the connection failed
 *
 * What it does while it is connected are tasks (`LinkTask`), such as sending what was recorded. To add one, write a
 * function that returns a `LinkTask`, and name it in main/till/session/many-tills.ts, or in `linkTasks` of
 * main/till/start-till.ts if it needs goods, people or settings.
 */
import { CommandRefused, type Failure, failure } from '../../../shared/failure.ts'
import type { ShopLinkState } from '../../../shared/page/shop-link.ts'
import type { Mode } from '../../../shared/shop/mode.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import { inTime, sleep } from '../../base/sleep.ts'
import { type Greeting, openShopDatabase, type ShopDatabase, ShopDatabaseError } from '../server/index.ts'
import { certificateTask, endsSoon } from './certificate-task.ts'
import { endsSession, pauseAfter, shownFailure } from './failures.ts'
import type { Member, MembershipStore } from './membership.ts'
import { createWaker, type Waker } from './waker.ts'

/** One connection, from a `hello` to the failure that ends it. */
type LinkSession = {
  readonly database: ShopDatabase
  readonly greeting: Greeting
  /** Ends the session and begins a new one at once, because `greeting` is out of date. */
  readonly renew: () => void
  /** Aborted when the session ends. A run in progress then starts no further request. */
  readonly ended: AbortSignal
}

export type LinkTask = {
  /** For the log. */
  readonly name: string
  /** How long after a run the next one is due. */
  readonly everyMs: number
  /** Takes a function, which is to be called when there is work. The task then runs soon. */
  readonly onWork?: Signal['listen']
  /** The task also runs soon after another till changed something. The server's hint of it may be lost. */
  readonly followsShop?: true
  /**
   * Called at the beginning of each session. Returns one run of the task; runs of a task never overlap. A run that
   * throws is repeated after a pause. If the error is one of the connection, the session ends.
   */
  readonly begin: (session: LinkSession) => () => Promise<void>
}

export type ShopLink = {
  readonly state: () => ShopLinkState
  /** Null where the till belongs to no shop database. */
  readonly member: () => Member | null
  /** Why a task fails although the connection works. */
  readonly trouble: () => Failure | null
  readonly onChange: Signal['listen']
  /** Carries out a person's request. Throws a named failure, also without a connection. */
  readonly ask: <Answer>(work: (database: ShopDatabase) => Promise<Answer>) => Promise<Answer>
  /** A person decided that this process continues and the other one stops. */
  readonly takeOver: () => void
  /** Adds the tasks that run while the link is connected. Call it once, before the first `start`. */
  readonly addTasks: (tasks: readonly LinkTask[]) => void
  /** Connects with the stored membership, if there is one. */
  readonly start: () => void
  /** Ends the connection. Resolves soon, whatever the server does. */
  readonly stop: () => Promise<void>
}

export type ShopLinkParts = {
  readonly mode: Mode
  readonly membership: Pick<MembershipStore, 'read' | 'secrets'>
  readonly clock: Clock
  readonly log: Log
  /** 0 to 1, for jitter. */
  readonly random: () => number
}

/** The shortest time between two runs of a task, so that many commits are sent together. */
const RUNS_APART_MS = 500
/** For 30 seconds the server takes a process that ended without a goodbye for a running one. */
const MAY_BE_GONE_MS = 35_000
const ASK_AGAIN_MS = 5_000
/** How long to wait before a new session if only the notification connection (LISTEN) broke. */
const LISTEN_AGAIN_MS = 10_000
/** The server may hang. Without a goodbye it notices the end after a while. */
const GOODBYE_MS = 2_000
/** How long a person's request waits for the next session while the connection works. */
const NEXT_SESSION_MS = 10_000

export function createShopLink(parts: ShopLinkParts): ShopLink {
  const { membership, mode, clock, log, random } = parts
  const changes = createSignal()
  let certificateEnd = Number.POSITIVE_INFINITY
  const certificate = certificateTask((end) => {
    certificateEnd = end
    changes.emit()
  })
  const wakers = new Map<LinkTask, Waker>([[certificate, createWaker()]])
  const decided = createWaker()
  const troubles = new Map<LinkTask, Failure>()
  let state: ShopLinkState = { state: 'off' }
  let takesOver = false
  let running: { readonly end: AbortController; readonly done: Promise<void> } | null = null
  let open: ShopDatabase | null = null
  /** Callbacks of requests that wait until the state changes. */
  const waiting: (() => void)[] = []

  const show = (next: ShopLinkState): void => {
    state = next
    for (const go of waiting.splice(0)) go()
    changes.emit()
  }

  const showFailure = (why: Failure): void => {
    const since = state.state === 'disconnected' ? state.since : clock.now()
    if (state.state !== 'disconnected' || state.failure.name !== why.name)
      log.warn('no connection to the shop database', { failure: why.name })
    show({ state: 'disconnected', since, failure: why })
  }

  /** Runs a task again and again. Rejects with what ends the session. */
  const keepRunning = async (task: LinkTask, waker: Waker, session: LinkSession, end: AbortSignal) => {
    const rest = (ms: number): Promise<void> => sleep(clock, ms, end).catch(() => {})
    let run: (() => Promise<void>) | null = null
    for (let tries = 0; !end.aborted; ) {
      try {
        run ??= task.begin(session)
        await run()
        tries = 0
        if (troubles.delete(task)) changes.emit()
      } catch (error) {
        if (end.aborted) return
        const why = error instanceof ShopDatabaseError ? error : null
        if (why !== null && endsSession(why)) throw why
        if (tries === 0) log.error('a task of the shop database failed', { step: task.name, error })
        tries += 1
        troubles.set(task, why === null ? failure('UNEXPECTED') : shownFailure(why))
        changes.emit()
        await rest(pauseAfter(why?.failure ?? 'refused', tries, random()))
        continue
      }
      await rest(RUNS_APART_MS)
      await waker.pause(clock, task.everyMs, end)
    }
  }

  const followShop = async (session: LinkSession): Promise<() => Promise<void>> => {
    const followers = [...wakers.keys()].filter(({ followsShop }) => followsShop)
    const wakeAll = () => {
      for (const task of followers) wakers.get(task)?.wake()
    }
    try {
      const listenAgain = (): void => void clock.after(LISTEN_AGAIN_MS, session.renew)
      return await session.database.listen(session.greeting.epoch, wakeAll, listenAgain)
    } catch {
      return async () => {} // only hints are lost
    }
  }

  /** Runs the tasks. Resolves with the failure that ended the session; null where it was none. */
  const hold = async (
    session: Pick<LinkSession, 'database' | 'greeting'>,
    stopped: AbortSignal,
  ): Promise<ShopDatabaseError | null> => {
    const over = new AbortController()
    const end = AbortSignal.any([stopped, over.signal])
    const whole = { ...session, renew: () => over.abort(), ended: end }
    const listening = followShop(whole)
    const runs = [...wakers].map(([task, waker]) => keepRunning(task, waker, whole, end))
    try {
      await Promise.all(runs)
      return null
    } catch (error) {
      return error as ShopDatabaseError
    } finally {
      if (open === session.database) open = null // a link that was stopped may have begun again meanwhile
      over.abort()
      // A run that hangs ends in time. Before that the next session would run the task beside it.
      await Promise.allSettled(runs)
      troubles.clear()
      void listening.then((stop) => stop()).catch(() => {})
    }
  }

  const keepUp = async (member: Member, stopped: AbortSignal): Promise<void> => {
    let database: ShopDatabase | null = null
    let tries = 0
    let twiceSince: number | null = null
    const failed = async (error: ShopDatabaseError): Promise<void> => {
      tries += 1
      showFailure(shownFailure(error))
      await decided.pause(clock, pauseAfter(error.failure, tries, random()), stopped)
    }
    try {
      while (!stopped.aborted) {
        const secrets = membership.secrets()
        if (secrets === null) {
          showFailure(failure('SHOP_DATABASE_PASSWORD_MISSING'))
          await decided.pause(clock, ASK_AGAIN_MS, stopped)
          continue
        }
        database ??= openShopDatabase({ ...member, password: secrets.password, mode })
        try {
          const greeting = await database.hello({ takeOver: takesOver })
          if (stopped.aborted) return
          if (greeting.twice) {
            twiceSince ??= clock.monotonic()
            if (state.state !== 'twice' && clock.monotonic() - twiceSince > MAY_BE_GONE_MS) {
              // Ends when a person lets this process take over, or when the other process is gone.
              show({ state: 'twice' })
              log.warn('another process speaks for this till')
            }
            await decided.pause(clock, ASK_AGAIN_MS, stopped)
            continue
          }
          takesOver = false
          tries = 0
          twiceSince = null
          open = database
          show({ state: 'connected', since: clock.now() })
          const why = await hold({ database, greeting }, stopped)
          if (stopped.aborted) return
          // Another process took over, or the server was set back: the next answer tells.
          if (why?.failure === 'superseded') twiceSince = Number.NEGATIVE_INFINITY
          else if (why !== null) await failed(why)
        } catch (error) {
          if (!(error instanceof ShopDatabaseError)) throw error
          if (!stopped.aborted) await failed(error)
        }
      }
    } finally {
      await database?.close()
    }
  }

  /** If a session has just ended and the next one is being opened, waits for it. */
  const nextSession = async (): Promise<void> => {
    if (open !== null || state.state !== 'connected') return
    await inTime(clock, NEXT_SESSION_MS, new Promise<void>((go) => void waiting.push(go)))
  }

  return {
    state: () =>
      state.state === 'connected' && endsSoon(certificateEnd, clock.now())
        ? { ...state, certificateEnd }
        : state,
    member: membership.read,
    trouble: () => [...troubles.values()][0] ?? null,
    onChange: changes.listen,
    ask: async (work) => {
      await nextSession()
      if (open === null)
        throw state.state === 'disconnected'
          ? new CommandRefused(state.failure.name, state.failure.detail)
          : new CommandRefused('SHOP_DATABASE_UNREACHABLE')
      try {
        return await work(open)
      } catch (error) {
        throw error instanceof ShopDatabaseError ? refused(error) : error
      }
    },
    takeOver: () => {
      if (state.state !== 'twice') return // it must not count for a process that comes later
      takesOver = true
      decided.wake()
    },
    addTasks: (tasks) => {
      for (const task of tasks) {
        const waker = createWaker()
        wakers.set(task, waker)
        task.onWork?.(waker.wake)
      }
    },
    start: () => {
      const member = membership.read()
      if (member === null || running !== null) return
      const end = new AbortController()
      certificateEnd = Number.POSITIVE_INFINITY // that of the server before may have been another one's
      show({ state: 'connecting' })
      const done = keepUp(member, end.signal).catch((error) => {
        log.error('the link to the shop database ended', { error })
        showFailure(failure('UNEXPECTED'))
      })
      running = { end, done }
    },
    stop: async () => {
      const ending = running
      if (ending === null) return
      running = null
      ending.end.abort()
      await inTime(clock, GOODBYE_MS, ending.done)
      show({ state: 'off' })
    },
  }
}

function refused(error: ShopDatabaseError): CommandRefused {
  const { name, detail } = shownFailure(error)
  return new CommandRefused(name, detail)
}
