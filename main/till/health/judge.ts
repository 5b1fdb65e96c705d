/** What the facts mean: one finding for each check. Pure, apart from reading the facts. */
import { failure, failureOf } from '../../../shared/failure.ts'
import { FINDINGS, type Finding, type HealthCheck, type HealthResult } from '../../../shared/page/health.ts'
import { hasLittleSpace } from '../session/index.ts'
import type { HealthFacts } from './facts.ts'

type Found = readonly [Finding, Partial<Pick<HealthResult, 'count' | 'since' | 'failure'>>?]

const HOUR = 3_600_000
/** Backups are made every four hours if something was sold, and the till may be off overnight. */
const BACKUP_OLD_MS = 24 * HOUR
/** Other tills and the reports of the shop lack what waits. */
const UNSENT_OLD_MS = 24 * HOUR
/** An older crash is told by the log. */
const CRASH_TOLD_MS = 7 * 24 * HOUR

const CHECKS: { readonly [Check in HealthCheck]: (facts: HealthFacts) => Promise<Found> | Found } = {
  service: async (facts) => {
    const line = await facts.service()
    if (line === 'practice') return ['service.practice']
    if (line.state !== 'disconnected') return [`service.${line.state}`]
    return ['service.disconnected', { since: line.since, failure: line.failure }]
  },
  keyring: (facts) => {
    const { lasts, locked } = facts.keyring()
    if (locked) return ['keyring.locked']
    return [lasts ? 'keyring.good' : 'keyring.none']
  },
  journal: (facts) => {
    const journal = facts.journal()
    if (journal === null) return ['journal.none']
    if (journal.failure !== null) return ['journal.failed', { failure: journal.failure }]
    return [journal.rescued ? 'journal.rescued' : 'journal.good']
  },
  disk: async (facts) => {
    const free = await facts.disk()
    if (free === null) return ['disk.unknown']
    return [hasLittleSpace(free) ? 'disk.low' : 'disk.good', { count: Math.floor(free / 1e6) }]
  },
  printers: async (facts) => {
    const { configured, reports, waiting } = await facts.printers()
    if (!configured) return ['printers.none']
    const broken = reports.find((report) => !report.ready)
    if (broken?.ready === false) return ['printers.failed', { failure: broken.failure }]
    if (waiting > 0) return ['printers.waiting', { count: waiting }]
    return [
      reports.some((report) => report.ready && report.paperLow) ? 'printers.paperLow' : 'printers.ready',
    ]
  },
  display: (facts) => {
    const { wanted, screens } = facts.display()
    if (wanted === 'off') return ['display.off']
    if (screens === null) return ['display.unknown']
    return [wanted === 'second-screen' && screens < 2 ? 'display.noScreen' : 'display.shown']
  },
  clock: async (facts) => {
    const off = await facts.clock()
    if (off === 'unknown') return ['clock.unknown']
    return off === null ? ['clock.good'] : ['clock.off', { count: Math.ceil(Math.abs(off.byMs) / 60_000) }]
  },
  backups: (facts) => {
    const { newest, lastAt, overdue } = facts.backups()
    if (overdue !== null) return ['backups.overdue', { failure: overdue }]
    if (newest === null) return ['backups.none']
    const missing = lastAt !== null && lastAt - newest > BACKUP_OLD_MS
    return [missing ? 'backups.old' : 'backups.good', { since: newest }]
  },
  database: (facts) => {
    const database = facts.database()
    if (database === null) return ['database.off']
    const { link, unsent, heardAt, missing } = database
    if (link === null) return ['database.unknown', { since: heardAt }]
    if (link.state === 'twice') return ['database.refused', { failure: failure('SHOP_DATABASE_TWICE') }]
    if (link.state === 'disconnected' && link.failure.name !== 'SHOP_DATABASE_UNREACHABLE')
      return ['database.refused', { failure: link.failure }]
    const { count, oldestAt } = unsent
    if (oldestAt !== null && facts.now() - oldestAt > UNSENT_OLD_MS)
      return ['database.waiting', { count, since: oldestAt }]
    if (missing > 0) return ['database.missing', { count: missing }]
    if (link.state === 'connected' && link.certificateEnd !== undefined)
      return ['database.certificate', { since: link.certificateEnd }]
    if (link.state !== 'disconnected') return ['database.connected']
    return ['database.disconnected', { since: link.since }]
  },
  update: (facts) => {
    const { on, notice, ready } = facts.update()
    if (!on) return ['update.off']
    if (notice !== null && notice.name !== 'UPDATE_WAITING') return ['update.failed', { failure: notice }]
    return [ready ? 'update.waiting' : 'update.newest']
  },
  program: (facts) => {
    const at = facts.crashedAt()
    const told = at !== null && facts.now() - at < CRASH_TOLD_MS
    return told ? ['program.crashed', { since: at }] : ['program.good']
  },
}

/** A check that throws ends with the finding that its part does not work. */
const THROWN: Readonly<Record<HealthCheck, Finding>> = {
  service: 'service.disconnected',
  keyring: 'keyring.locked',
  journal: 'journal.failed',
  disk: 'disk.unknown',
  printers: 'printers.failed',
  display: 'display.unknown',
  clock: 'clock.unknown',
  backups: 'backups.none',
  database: 'database.unknown',
  update: 'update.failed',
  program: 'program.crashed',
}

/** Runs one check. Never rejects. */
export async function checkHealth(check: HealthCheck, facts: HealthFacts): Promise<HealthResult> {
  const [finding, { count = null, since = null, failure: why = null } = {}] = await found(check, facts)
  return {
    check,
    finding,
    state: FINDINGS[finding],
    ...{ count, since, failure: why, at: facts.now() },
  }
}

async function found(check: HealthCheck, facts: HealthFacts): Promise<Found> {
  try {
    return await CHECKS[check](facts)
  } catch (error) {
    return [THROWN[check], { failure: failureOf(error) }]
  }
}
