/**
 * Looks for updates, downloads them in the background, and installs them at the hour that the owner chose, or when the
 * owner says so (docs/updates.md). The old version stays where anything goes wrong.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CommandRefused, type Failure, failure } from '../../shared/failure.ts'
import type { Settings } from '../../shared/settings.ts'
import { shopHour } from '../../shared/shop-day.ts'
import type { UpdateStage, UpdateStatus } from '../../shared/update.ts'
import type { Clock, Log } from '../environment.ts'
import { createMutex } from '../mutex.ts'
import { createPeriodicTask } from '../periodic-task.ts'
import { createSignal, type Signal } from '../signal.ts'
import type { CallGate } from './call-gate.ts'
import { choose, compareVersions } from './choose.ts'
import { download, isSigned } from './download.ts'
import { LARGEST_FEED, readFeed, type UpdatePackage } from './feed.ts'
import type { HttpsFolder } from './https-folder.ts'
import { updateState } from './update-state.ts'

/** How this program is updated. */
export type UpdateProgram = {
  /** The maker's public keys. */
  readonly keys: readonly string[]
  /** The name of the feed for this system and architecture. */
  readonly feed: string
  /** How the names of its packages end. */
  readonly ending: string
  /** The line that a person types, where the program may not install packages. */
  readonly command: ((file: string) => string) | null
  /** Puts the package in the program's place, and ends the program. Throws where the old version stays and runs on. */
  readonly install: (file: string, isSigned: (path: string) => Promise<boolean>) => Promise<void>
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
/** Such as a till that is off at its hour. */
const LONGEST_WAIT_MS = 3 * 24 * HOUR
const LONGEST_AWAY_MS = 7 * 24 * HOUR

type Ready = { readonly version: string; readonly file: UpdatePackage; readonly path: string }

export function createUpdates(parts: UpdatesParts): Updates {
  const { version, gate, clock, log, program, hindrance } = parts
  const into = join(parts.own, 'updates')
  const state = updateState(parts.folder, log)
  const changes = createSignal()
  const mutex = createMutex()
  const stopping = new AbortController()
  let stage: UpdateStage = { name: 'newest' }
  let ready: Ready | null = null
  let checking: Promise<void> | null = null
  let nextCheck = clock.monotonic() + FIRST_CHECK_MS
  let address = parts.settings().address

  const show = (next: UpdateStage): void => {
    stage = next
    changes.emit()
  }

  const failedWith = (error: unknown): Failure => {
    const why = error instanceof CommandRefused ? error.failure : failure('UNEXPECTED', wordsOf(error))
    log.warn(`update: ${why.name} ${why.detail ?? ''}`)
    state.keep({ failed: { at: clock.now(), failure: why } })
    changes.emit()
    return why
  }

  const lookAndDownload = async ({ keys, feed: name, ending, command }: UpdateProgram): Promise<void> => {
    const server = parts.server(address)
    try {
      const feed = readFeed(name, await server.small(name, LARGEST_FEED), keys)
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
          signal: stopping.signal,
        })
        ready = { version: next, file, path }
        if (state.read().ready?.version !== next) state.keep({ ready: { version: next, at: clock.now() } })
        show({ name: 'ready', version: next, command: command?.(path) ?? null })
      }
      // That an update could not be installed stays on the screen until a newer one is there.
      if (
        state.read().failed?.failure.name !== 'UPDATE_NOT_INSTALLED' ||
        ready?.version !== state.read().tried
      )
        state.keep({ failed: null })
    } finally {
      await server.close()
    }
  }

  const check = (): Promise<void> => {
    if (program === null || address === '') return Promise.reject(new CommandRefused('UPDATE_OFF'))
    if (stage.name === 'installing') return Promise.reject(new CommandRefused('UPDATE_INSTALLING'))
    checking ??= mutex
      .runExclusive(() => lookAndDownload(program))
      .then(
        () => {
          nextCheck = clock.monotonic() + CHECK_EVERY_MS
        },
        (error: unknown) => {
          if (stopping.signal.aborted) throw error
          nextCheck = clock.monotonic() + AGAIN_AFTER_MS
          const why = failedWith(error)
          throw new CommandRefused(why.name, why.detail)
        },
      )
      .finally(() => {
        checking = null
        changes.emit()
      })
    return checking
  }

  const assertUnhindered = (): void => {
    const why = hindrance()
    if (why !== null) throw new CommandRefused(why.name, why.detail)
  }

  /** `own`: the commands under way that wait for this call. */
  const begin = (own: 0 | 1): void => {
    if (program === null || ready === null || stage.name !== 'ready')
      throw new CommandRefused(stage.name === 'installing' ? 'UPDATE_INSTALLING' : 'UPDATE_NONE')
    if (program.command !== null) throw new CommandRefused('UPDATE_BY_HAND', program.command(ready.path))
    assertUnhindered()
    if (gate.underWay() > own) throw new CommandRefused('UPDATE_BUSY')
    const taken = ready
    const closed = gate.close()
    show({ name: 'installing', version: taken.version })
    void mutex.runExclusive(async () => {
      try {
        await closed
        await installed(program, taken)
      } catch (error) {
        state.keep({ attempt: null })
        failedWith(error)
        gate.reopen()
        show(ready === null ? { name: 'newest' } : { name: 'ready', version: taken.version, command: null })
      }
    })
  }

  const installed = async ({ install }: UpdateProgram, { version: to, file, path }: Ready): Promise<void> => {
    assertUnhindered()
    await parts.backUp()
    const whole = (copy: string): Promise<boolean> => isSigned(copy, file)
    if (!(await whole(path))) {
      ready = null
      rmSync(path, { force: true })
      nextCheck = clock.monotonic()
      throw new CommandRefused('UPDATE_TAMPERED', file.name)
    }
    assertUnhindered() // money may have come meanwhile, and its receipt prints by itself
    state.keep({ attempt: { at: clock.now(), from: version, version: to }, tried: to })
    log.info(`installing ${to}`)
    await install(path, whole)
  }

  const isHour = (): boolean => {
    const { when, hour } = parts.settings()
    return when === 'at-hour' && Number(shopHour(clock.now())) === hour
  }

  const mayInstallItself = (): boolean =>
    stage.name === 'ready' &&
    stage.command === null &&
    stage.version !== state.read().tried &&
    isHour() &&
    gate.quietMs() >= QUIET_MS &&
    gate.underWay() === 0 &&
    hindrance() === null

  const tick = (): void => {
    if (program === null || address === '' || stage.name === 'installing') return
    if (mayInstallItself()) begin(0)
    else if (checking === null && clock.monotonic() >= nextCheck) check().catch(() => {})
  }

  const task = createPeriodicTask(clock, mutex, { firstAfterMs: MINUTE, everyMs: MINUTE, due: tick })

  /** Tells what came of an installation that was begun before this start. */
  const followUp = (): void => {
    const { attempt } = state.read()
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
      const { failed, ready: waiting, checkedAt } = state.read()
      const away = failed?.failure.name === 'UPDATE_AWAY'
      if (failed !== null && (!away || clock.now() - (checkedAt ?? failed.at) > LONGEST_AWAY_MS))
        return failed.failure
      return stage.name === 'ready' && waiting !== null && clock.now() - waiting.at > LONGEST_WAIT_MS
        ? failure('UPDATE_WAITING', stage.version)
        : null
    },
    check,
    install: () => begin(1),
    settingsChanged: () => {
      const next = parts.settings().address
      if (next === address || stage.name === 'installing') return
      address = next
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
      stopping.abort()
      // The installation ends the program, which waits for this.
      if (stage.name === 'installing') return
      await task.stop()
    },
  }
}

const wordsOf = (error: unknown): string | null => (error instanceof Error ? error.message : null)

/** Older packages, and the rest of cut downloads. */
function removeAllBut(folder: string, name: string | null): void {
  let found: string[] = []
  try {
    found = readdirSync(folder)
  } catch {
    return // no update was ever downloaded
  }
  for (const one of found)
    if (name === null || (one !== name && one !== `${name}.part`)) rmSync(join(folder, one), { force: true })
}
