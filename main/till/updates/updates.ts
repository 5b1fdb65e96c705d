/**
 * Looks for updates, downloads them in the background, and installs them at the hour that the owner chose, or when the
 * owner says so (docs/updates.md). The old version stays where anything goes wrong.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CommandRefused, type Failure, type FailureName, failure } from '../../../shared/failure.ts'
import type { UpdateStage, UpdateStatus } from '../../../shared/page/update.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import { shopHour } from '../../../shared/shop/shop-day.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import { removeSync } from '../../base/files/held-files.ts'
import { createMutex } from '../../base/mutex.ts'
import { createPeriodicTask } from '../../base/periodic-task.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import type { CallGate } from './call-gate.ts'
import { choose, compareVersions } from './choose.ts'
import { assertRoom, download, isSigned } from './download.ts'
import { LARGEST_FEED, readFeed, type UpdatePackage } from './feed.ts'
import type { HttpsFolder } from './https-folder.ts'
import { updateNotice, updateState } from './update-state.ts'

/** How this program is updated. */
export type UpdateProgram = {
  /** The maker's public keys. */
  readonly keys: readonly string[]
  /** The name of the feed for this system and architecture. */
  readonly feed: string
  /** How the names of its packages end. */
  readonly ending: string
} & (ByItself | ByHand)

type ByItself = {
  readonly command: null
  /**
   * Puts the package in the program's place, and ends the program. Asks `mayRun` about the file that will run. Throws
   * where the old version stays and runs on.
   */
  readonly install: (file: string, mayRun: (path: string) => Promise<boolean>) => Promise<void>
}
/** The program may not install packages. */
type ByHand = {
  /** The line that a person types. */
  readonly command: (file: string) => string
}

export type UpdatesParts = {
  /** The version that runs. */
  readonly version: string
  /** Null where the program takes no updates: in development, or without a key. */
  readonly program: UpdateProgram | null
  /** The data folder. */
  readonly folder: string
  /** The folder in which only this user of the computer can change a package before it is installed. */
  readonly own: string
  readonly settings: () => Settings['updates']
  readonly gate: CallGate
  /** What the till is doing that an installation would disturb. */
  readonly hindrance: () => Failure | null
  /** Backs up journal, register and settings. */
  readonly backUp: () => Promise<unknown>
  /** The program runs in another version than before. */
  readonly updated: (versions: { readonly from: string; readonly to: string }) => void
  readonly server: (address: string) => HttpsFolder
  /** Bytes that may still be written to the disk. */
  readonly free: () => Promise<number>
  /** Bytes of the journals, which the next version may have to upgrade. */
  readonly journalBytes: () => number
  readonly clock: Clock
  readonly log: Log
}

export type Updates = {
  readonly status: () => UpdateStatus
  /** What a person must know about updates: a failure, or an update that waits for days. */
  readonly notice: () => Failure | null
  /** Looks for an update, and downloads it. Throws why not. */
  readonly check: () => Promise<void>
  /** Begins the installation. Throws why not. Its end shows in `status`. */
  readonly install: () => void
  /** Call it after a change of the settings. */
  readonly settingsChanged: () => void
  readonly onChange: Signal['listen']
  readonly start: () => void
  readonly stop: () => Promise<void>
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const FIRST_CHECK_MS = 2 * MINUTE
const CHECK_EVERY_MS = 4 * HOUR
const AGAIN_AFTER_MS = 15 * MINUTE
/** By itself the till restarts only where nobody has touched it for so long. */
const QUIET_MS = 5 * MINUTE

/** Of the size of the journals: one for the backup, up to one and a half for an upgrade from this version, and some to sell on. */
const ROOM_FOR_JOURNALS = 3

type Ready = { readonly version: string; readonly file: UpdatePackage; readonly path: string }

export function createUpdates(parts: UpdatesParts): Updates {
  const { version, gate, clock, log, program, hindrance } = parts
  const into = join(parts.own, 'updates')
  const state = updateState(parts.folder, log)
  const changes = createSignal()
  const mutex = createMutex()
  /** Ends the look under way. */
  let look = new AbortController()
  let stopped = false
  let stage: UpdateStage = { name: 'newest' }
  let ready: Ready | null = null
  let checking: Promise<void> | null = null
  let nextCheck = clock.monotonic() + FIRST_CHECK_MS
  let nextInstallation = Number.NEGATIVE_INFINITY
  let address = parts.settings().address

  const show = (next: UpdateStage): void => {
    stage = next
    changes.emit()
  }

  const failedWith = (error: unknown): Failure => {
    const why = error instanceof CommandRefused ? error.failure : failure('UNEXPECTED', wordsOf(error))
    log.warn(`update: ${why.name} ${why.detail ?? ''}`)
    const { failed } = state.read()
    const isSame = failed?.failure.name === why.name
    // A server that is away for a moment does not hide that an update could not be installed.
    if (why.name !== 'UPDATE_AWAY' || failed === null || isPassing(failed.failure.name))
      state.keep({ failed: { at: isSame ? earliest(failed.at) : clock.now(), failure: why } })
    changes.emit()
    return why
  }

  /** A time that was noted while the clock was ahead counts as now. */
  const earliest = (noted: number): number => Math.min(noted, clock.now())

  const lookAndDownload = async (
    { keys, feed: name, ending, command }: UpdateProgram,
    limit: AbortController,
  ): Promise<void> => {
    const { signal } = limit
    const server = parts.server(address)
    const cancelLimit = clock.after(CHECK_EVERY_MS, () =>
      limit.abort(new CommandRefused('UPDATE_AWAY', 'slow')),
    )
    try {
      signal.throwIfAborted()
      const feed = readFeed(name, await server.small(name, LARGEST_FEED, signal), keys)
      signal.throwIfAborted()
      const { id, seen } = state.read()
      const chosen = choose(feed, { version, id, ending, seen })
      state.keep({ seen: feed.signedAt, checkedAt: clock.now() })
      if (chosen.take !== 'now') {
        ready = null
        removeAllBut(into, null)
        show(chosen.take === 'later' ? { name: 'later', version: chosen.version } : { name: 'newest' })
      } else {
        const { file, version: next } = chosen
        if (ready?.file.sha512 !== file.sha512) ready = null
        removeAllBut(into, file.name)
        const loading = (bytes: number): UpdateStage => ({
          name: 'loading',
          version: next,
          bytes,
          of: file.size,
        })
        if (ready === null) show(loading(0))
        const path = await download({
          server,
          file,
          into,
          free: parts.free,
          progress: (bytes) => {
            stage = loading(bytes) // not told: the page asks
          },
          signal,
        })
        signal.throwIfAborted()
        ready = { version: next, file, path }
        show({ name: 'ready', version: next, command: command?.(path) ?? null })
      }
      noteLook()
    } finally {
      cancelLimit()
      await server.close()
    }
  }

  /** That an update could not be installed stays on the screen until another one is ready. */
  const noteLook = (): void => {
    const { ready: before, failed, tried } = state.read()
    const isAnother = before?.version !== ready?.version
    const why = failed?.failure.name
    const isUntaken = ready !== null && ready.version === tried && why !== undefined && OF_LOOKS.has(why)
    const untaken = isUntaken ? { at: clock.now(), failure: failure('UPDATE_NOT_INSTALLED', tried) } : null
    state.keep({
      failed: isAnother || why === undefined || isPassing(why) ? untaken : failed,
      ready: ready && {
        version: ready.version,
        at: isAnother || before === null ? clock.now() : earliest(before.at),
      },
    })
  }

  const check = (): Promise<void> => {
    if (program === null || address === '') return Promise.reject(new CommandRefused('NOT_NOW'))
    if (stage.name === 'installing') return Promise.reject(new CommandRefused('UPDATE_INSTALLING'))
    if (checking !== null) return checking
    const own = new AbortController()
    look = own
    const ended = mutex
      .runExclusive(() => lookAndDownload(program, own))
      .then(
        () => {
          nextCheck = clock.monotonic() + CHECK_EVERY_MS
        },
        (error: unknown) => {
          const { aborted, reason } = own.signal
          if (aborted && !(reason instanceof CommandRefused)) throw reason
          nextCheck = clock.monotonic() + AGAIN_AFTER_MS
          const why = failedWith(aborted ? reason : error)
          throw new CommandRefused(why.name, why.detail)
        },
      )
      .finally(() => {
        if (checking === ended) {
          checking = null
          if (stage.name === 'loading') stage = { name: 'newest' }
        }
        changes.emit()
      })
    checking = ended
    return ended
  }

  /** Ends the look for updates that is under way, without a failure. What it has downloaded stays. */
  const cancelLook = (): void => {
    if (checking === null) return
    checking = null
    nextCheck = clock.monotonic() + AGAIN_AFTER_MS
    look.abort()
  }

  const assertUnhindered = (): void => {
    const why = hindrance()
    if (why !== null) throw new CommandRefused(why.name, why.detail)
  }

  /** `own`: the commands under way that wait for this call. */
  const begin = (own: 0 | 1): void => {
    if (program === null || ready === null || stage.name !== 'ready')
      throw new CommandRefused(stage.name === 'installing' ? 'UPDATE_INSTALLING' : 'NOT_NOW')
    if (program.command !== null) throw new CommandRefused('NOT_NOW', program.command(ready.path))
    assertUnhindered()
    if (gate.underWay() > own) throw new CommandRefused('BUSY')
    const taken = ready
    cancelLook() // its server may be slow, and the installation waits for it
    nextInstallation = clock.monotonic() + AGAIN_AFTER_MS
    const closed = gate.close()
    show({ name: 'installing', version: taken.version })
    void mutex.runExclusive(async () => {
      try {
        await closed
        await installed(program, taken)
      } catch (error) {
        const why = failedWith(error)
        state.keep({ attempt: null, ...(OF_MOMENTS.has(why.name) ? { tried: null } : {}) })
        gate.reopen()
        show(ready === null ? { name: 'newest' } : { name: 'ready', version: taken.version, command: null })
      }
    })
  }

  const installed = async ({ install }: ByItself, { version: to, file, path }: Ready): Promise<void> => {
    assertUnhindered()
    // The next version upgrades the journals when it starts. It could not start if the disk had no room for that.
    await assertRoom(parts.free, parts.journalBytes() * ROOM_FOR_JOURNALS)
    await parts.backUp()
    if (!(await isSigned(path, file))) {
      ready = null
      removeIn(into, file.name)
      nextCheck = clock.monotonic()
      throw new CommandRefused('UPDATE_TAMPERED', file.name)
    }
    assertUnhindered() // money may have come meanwhile, and its receipt prints by itself
    // Without this note an installation that fails would begin again after each start.
    if (!state.keep({ attempt: { at: clock.now(), from: version, version: to }, tried: to }))
      throw new CommandRefused('UPDATE_NOT_INSTALLED', to)
    log.info(`installing ${to}`)
    await install(path, async (copy) => {
      const whole = await isSigned(copy, file)
      if (!stopped) assertUnhindered() // copying takes seconds
      return whole
    })
  }

  const isHour = (): boolean => {
    const { when, hour } = parts.settings()
    return when === 'at-hour' && Number(shopHour(clock.now())) === hour
  }

  const mayInstallItself = (): boolean =>
    stage.name === 'ready' &&
    stage.command === null &&
    stage.version !== state.read().tried &&
    clock.monotonic() >= nextInstallation &&
    isHour() &&
    gate.quietMs() >= QUIET_MS &&
    gate.underWay() === 0 &&
    hindrance() === null

  const tick = (): void => {
    if (program === null || address === '' || stage.name === 'installing') return
    try {
      if (mayInstallItself()) {
        begin(0)
        return
      }
    } catch (error) {
      failedWith(error) // a timer has nobody to tell it to
    }
    if (checking === null && clock.monotonic() >= nextCheck) check().catch(() => {})
  }

  const task = createPeriodicTask(clock, mutex, { firstAfterMs: MINUTE, everyMs: MINUTE, due: tick })

  /** Tells what came of an installation that was begun before this start. */
  const followUp = (): void => {
    const { attempt, installed: last } = state.read()
    // A person went back to this version, so a person decides when to leave it again.
    if (last !== null && compareVersions(version, last.version) < 0)
      state.keep({ tried: last.version, installed: null })
    if (attempt === null) return
    if (compareVersions(version, attempt.version) >= 0) {
      state.keep({
        attempt: null,
        tried: null,
        ready: null,
        failed: null,
        installed: { at: clock.now(), version },
      })
      removeAllBut(into, null)
      parts.updated({ from: attempt.from, to: version })
    } else {
      state.keep({ attempt: null })
      failedWith(new CommandRefused('UPDATE_NOT_INSTALLED', attempt.version))
    }
  }

  return {
    status: () => {
      const { checkedAt, failed, installed: last } = state.read()
      return {
        version,
        able: program !== null,
        checking: checking !== null,
        checkedAt,
        stage,
        failed,
        hindered: stage.name === 'ready' && stage.command === null ? hindrance() : null,
        installed: last,
      }
    },
    notice: () => {
      if (program === null || address === '') return null
      const { ready: waiting, ...told } = state.read()
      return updateNotice({ ...told, ready: stage.name === 'ready' ? waiting : null }, clock.now())
    },
    check,
    install: () => begin(1),
    settingsChanged: () => {
      const next = parts.settings().address
      if (next === address || stage.name === 'installing') return
      address = next
      cancelLook()
      ready = null
      // Another folder may have another history.
      state.keep({ seen: null, checkedAt: null, failed: null, ready: null })
      nextCheck = clock.monotonic()
      show({ name: 'newest' })
    },
    onChange: changes.listen,
    start: () => {
      followUp()
      task.start()
    },
    stop: async () => {
      stopped = true
      cancelLook()
      // The installation ends the program, which waits for this.
      if (stage.name === 'installing') return
      await task.stop()
    },
  }
}

const wordsOf = (error: unknown): string | null => (error instanceof Error ? error.message : null)

/** Failures of a look for updates. The next one that succeeds ends them. */
const OF_LOOKS: ReadonlySet<FailureName> = new Set([
  'UPDATE_AWAY',
  'UPDATE_REFUSED',
  'UPDATE_PRERELEASE',
  'UPDATE_TAMPERED',
  'UPDATE_DISK_FULL',
])

/** Why an installation came at the wrong moment. It is tried again. */
const OF_MOMENTS: ReadonlySet<FailureName> = new Set(['UPDATE_NOT_NOW', 'BUSY'])

const isPassing = (name: FailureName): boolean => OF_LOOKS.has(name) || OF_MOMENTS.has(name)

/** Older packages, and the rest of cut downloads. */
function removeAllBut(folder: string, name: string | null): void {
  let found: string[] = []
  try {
    found = readdirSync(folder)
  } catch {
    return // no update was ever downloaded
  }
  for (const one of found)
    if (name === null || (one !== name && one !== `${name}.part`)) removeIn(folder, one)
}

/** What cannot be deleted now, such as a package that a virus scanner reads, the next look deletes. */
function removeIn(folder: string, name: string): void {
  try {
    removeSync(join(folder, name))
  } catch {
    // It only takes space.
  }
}
