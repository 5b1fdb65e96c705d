/**
 * Crashes, kept on this computer: a line in the log, the time of the last one for the health page, and Chromium's crash
 * report, which nobody uploads. A report contains memory of the program, perhaps a lottery number, so that it is not in
 * the diagnostics and is deleted after a week.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { app, crashReporter } from 'electron'
import type { Log } from '../base/clock-and-log.ts'
import { writeFileAtomically } from '../base/files/atomic-file.ts'

const crashFolder = (folder: string): string => join(folder, 'crashes')

const MOST_REPORTS = 5
const LONGEST_KEPT_MS = 7 * 24 * 3_600_000

/** Call it before the app is ready. The till starts also where no report can be kept or removed. */
export function keepCrashReports(folder: string, log: Log): void {
  const home = crashFolder(folder)
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 })
    app.setPath('crashDumps', home)
    crashReporter.start({ uploadToServer: false })
    removeOldReports(home, Date.now())
  } catch (error) {
    log.warn('crash reports', { error })
  }
}

/** Chromium writes its reports into folders of its own, which differ between systems. */
const reportsIn = (home: string) =>
  readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.dmp'))
    // Chromium moves a report to another folder when it is complete.
    .map((name) => ({ path: join(home, name), at: statSync(join(home, name), MAY_BE_GONE)?.mtimeMs ?? 0 }))
    .toSorted((one, other) => other.at - one.at)

const MAY_BE_GONE = { throwIfNoEntry: false } as const

function removeOldReports(home: string, now: number): void {
  const old = reportsIn(home).filter(({ at }, place) => place >= MOST_REPORTS || now - at > LONGEST_KEPT_MS)
  for (const { path } of old) rmSync(path, { force: true })
}

/** When a page or a part of the program last crashed; null if never. Reads what any earlier run has kept. */
export function lastCrash(folder: string): number | null {
  try {
    const noted = notedIn(folder)
    const [report] = reportsIn(crashFolder(folder))
    const at = Math.max(noted, Math.round(report?.at ?? 0))
    return at === 0 ? null : at
  } catch {
    return null
  }
}

const noteOf = (folder: string): string => join(crashFolder(folder), 'last.json')

function notedIn(folder: string): number {
  try {
    const { at } = JSON.parse(readFileSync(noteOf(folder), 'utf8')) as { readonly at?: unknown }
    return Number.isSafeInteger(at) ? Number(at) : 0
  } catch {
    return 0
  }
}

/** Ends that are no crash: the till or a person ended the process. */
const NO_CRASH: ReadonlySet<string> = new Set(['clean-exit', 'killed'])

/** Logs every crash of a page, of a process of Chromium, and of the program's own code. */
export function noteCrashes(folder: string, log: Log): void {
  const note = (): void => {
    try {
      mkdirSync(crashFolder(folder), { recursive: true, mode: 0o700 })
      writeFileAtomically(noteOf(folder), JSON.stringify({ at: Date.now() }))
    } catch {
      // The log has it, or the disk is full.
    }
  }
  app.on('render-process-gone', (_event, _contents, { reason }) => {
    log.error('a page is gone', { reason })
    if (!NO_CRASH.has(reason)) note()
  })
  app.on('child-process-gone', (_event, { type, reason }) => {
    log.error(`a process is gone: ${type}`, { reason })
    if (!NO_CRASH.has(reason)) note()
  })
  // It only looks on: Electron still shows its dialog.
  process.on('uncaughtExceptionMonitor', (error) => {
    log.error('an error that nothing caught', { error })
    note()
  })
  process.on('unhandledRejection', (error) => {
    log.error('a rejection that nothing caught', { error })
    note()
  })
}
