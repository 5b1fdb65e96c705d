/**
 * The facts of the health checks as somebody from outside finds them in the data folder, also while the till runs or
 * when it does not start. It reads copies, because the till holds its files. It asks no printer: one that prints for the
 * till would refuse it, or be disturbed.
 */

import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CommandRefused, type Failure, failure } from '../../../shared/failure.ts'
import { HEALTH_CHECKS, type HealthResult } from '../../../shared/page/health.ts'
import { modeOf } from '../../../shared/shop/mode.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import { silentLog } from '../../base/clock-and-log.ts'
import { sentFile } from '../../many-tills/link/index.ts'
import { reachService, type SystemNetwork } from '../../payment-service/client/index.ts'
import { settingsStore } from '../../shop/settings/index.ts'
import {
  backupFolder,
  type CopyDiagnosis,
  diagnoseCopy,
  newestBackup,
  SEEN_NOTHING,
} from '../../storage/backup/index.ts'
import { openRegister, REGISTER_NAME } from '../../storage/register/index.ts'
import { copyInUse, journalFailure } from '../../storage/sqlite/index.ts'
import { freeBytes, JOURNALS, TOLERATED_OFFSET_MS } from '../session/index.ts'
import { readUpdateState, updateNotice } from '../updates/index.ts'
import { diagnosisFolder } from './diagnosis-folder.ts'
import type { HealthFacts } from './facts.ts'
import { checkHealth } from './judge.ts'

type OutsideParts = Pick<HealthFacts, 'keyring' | 'crashedAt' | 'now'> & {
  readonly folder: string
  /** Certificates and proxy of the system; left out outside Electron. */
  readonly network?: SystemNetwork
  readonly screens: () => number | null
}

export type Diagnosis = {
  readonly results: readonly HealthResult[]
  readonly settings: Settings | null
  readonly counts: Readonly<Record<string, number>>
}

export async function diagnose(parts: OutsideParts): Promise<Diagnosis> {
  const copies = diagnosisFolder()
  try {
    const { settings, refusal } = await settingsIn(parts.folder, copies)
    const mode = modeOf(settings?.merchant ?? null)
    const read = journalIn(join(parts.folder, JOURNALS[mode]), join(copies, 'journal.sqlite'))
    const forbidden = whyForbidden(parts.folder) ?? refusal
    const journal = forbidden === null ? read : { ...(read ?? SEEN_NOTHING), failure: forbidden }
    const facts = factsOf(parts, { settings, journal, mode })
    const results: HealthResult[] = []
    for (const check of HEALTH_CHECKS) results.push(await checkHealth(check, facts))
    const files = existsSync(parts.folder) ? readdirSync(parts.folder) : []
    const damaged = files.filter((name) => name.includes('.damaged-')).length
    return { results, settings, counts: { ...journal?.counts, damagedFiles: damaged } }
  } finally {
    rmSync(copies, { recursive: true, force: true })
  }
}

type Read = {
  readonly settings: Settings | null
  readonly journal: CopyDiagnosis | null
  readonly mode: 'live' | 'test'
}

function factsOf(parts: OutsideParts, { settings, journal, mode }: Read): HealthFacts {
  const { folder, now } = parts
  const line = settings?.merchant ? reachService(settings.merchant.baseUrl, parts.network ?? null) : null
  return {
    service: async () => {
      if (line === null) return 'practice'
      const { failure: why } = await line
      return why === null ? { state: 'connected' } : { state: 'disconnected', since: now(), failure: why }
    },
    keyring: parts.keyring,
    journal: () => journal,
    disk: () => freeBytes(folder).catch(() => null),
    printers: async () => ({
      reports: [],
      configured: settings !== null && settings.printer.kind !== 'none',
      waiting: journal?.waitingPapers ?? 0,
    }),
    display: () => ({ wanted: settings?.display ?? 'second-screen', screens: parts.screens() }),
    clock: async () => {
      const { at = null } = (await line) ?? {}
      if (at === null) return 'unknown'
      const offBy = at - now()
      return Math.abs(offBy) > TOLERATED_OFFSET_MS ? { than: 'service', byMs: Math.round(offBy) } : null
    },
    backups: () => ({
      newest: newestBackup(backupFolder(folder), mode),
      lastAt: journal?.lastAt ?? null,
      overdue: null,
    }),
    database: () => {
      const heardAt = sentFile(folder, mode).read()?.at ?? null
      return heardAt === null ? null : { link: null, unsent: NOTHING_UNSENT, heardAt, missing: 0 }
    },
    update: () => {
      const state = readUpdateState(folder)
      return {
        on: settings !== null && settings.updates.address !== '',
        notice: updateNotice(state, now()),
        ready: state.ready !== null,
      }
    },
    crashedAt: parts.crashedAt,
    now,
  }
}

const NOTHING_UNSENT = { count: 0, oldestAt: null }

type Found = { readonly settings: Settings | null; readonly refusal: Failure | null }

const NO_SETTINGS: Found = { settings: null, refusal: null }

/** No settings where there is no register, or none that can be read. `refusal`: why the till does not start with it. */
async function settingsIn(folder: string, copies: string): Promise<Found> {
  const file = join(folder, REGISTER_NAME)
  if (!existsSync(file)) return NO_SETTINGS
  try {
    const home = mkdtempSync(join(copies, 'register-'))
    if (!copyInUse(file, join(home, REGISTER_NAME))) return NO_SETTINGS
    const register = await openRegister({ folder: home, log: silentLog, now: Date.now })
    try {
      return { settings: settingsStore(register, silentLog).read(), refusal: null }
    } finally {
      register.close()
    }
  } catch (error) {
    const isOfAnother = error instanceof CommandRefused && error.failure.name === 'DATA_OF_ANOTHER_BUILD'
    return isOfAnother ? { settings: null, refusal: error.failure } : NO_SETTINGS
  }
}

/** Why the till has no permission to write its data and so does not start, for example after root copied the files. Null if it has. */
function whyForbidden(folder: string): Failure | null {
  const files = [REGISTER_NAME, ...Object.values(JOURNALS)].map((name) => join(folder, name))
  try {
    for (const path of [folder, ...files].filter((one) => existsSync(one))) accessSync(path, constants.W_OK)
    return null
  } catch (error) {
    return journalFailure(error).failure
  }
}

/** Null where there is no journal yet. */
function journalIn(file: string, copy: string): CopyDiagnosis | null {
  if (!existsSync(file)) return null
  try {
    if (copyInUse(file, copy)) return diagnoseCopy(copy)
    return { failure: failure('JOURNAL_FAILED', 'it was written to all the time'), ...SEEN_NOTHING }
  } catch (error) {
    return {
      failure: failure('JOURNAL_FAILED', error instanceof Error ? error.message : null),
      ...SEEN_NOTHING,
    }
  }
}
