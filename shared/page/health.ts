/**
 * The health checks: whether the till can sell, be paid, print and keep its books. Each ends in one of its findings,
 * which has a state, a text `health.<finding>`, and, where a person can do something, `health.<finding>.do`.
 *
 * To add one: its findings here, its facts in main/till/health/facts.ts, its decision in
 * main/till/health/judge.ts, and its texts. The page, `--diagnose` and the diagnostics show it then.
 */
import { z } from 'zod'
import { failureSchema } from '../failure.ts'
import { timeSchema, type Wire } from '../wire.ts'

export const HEALTH_CHECKS = [
  'service',
  'keyring',
  'journal',
  'disk',
  'printers',
  'display',
  'clock',
  'backups',
  'database',
  'update',
  'program',
] as const
export type HealthCheck = (typeof HEALTH_CHECKS)[number]

/** `note`: nothing is wrong, and a person should know it. */
const HEALTH_STATES = ['good', 'note', 'bad'] as const
export type HealthState = (typeof HEALTH_STATES)[number]

export const FINDINGS = {
  'service.connected': 'good',
  'service.practice': 'good',
  'service.untried': 'note',
  'service.disconnected': 'bad',
  'keyring.good': 'good',
  'keyring.none': 'note',
  'keyring.locked': 'bad',
  'journal.good': 'good',
  'journal.none': 'note',
  'journal.rescued': 'note',
  'journal.failed': 'bad',
  'disk.good': 'good',
  'disk.low': 'bad',
  'disk.unknown': 'note',
  'printers.ready': 'good',
  'printers.none': 'note',
  'printers.paperLow': 'note',
  'printers.waiting': 'note',
  'printers.failed': 'bad',
  'display.shown': 'good',
  'display.off': 'good',
  'display.noScreen': 'note',
  'display.unknown': 'note',
  'clock.good': 'good',
  'clock.unknown': 'note',
  'clock.off': 'bad',
  'backups.good': 'good',
  'backups.none': 'note',
  'backups.old': 'bad',
  'backups.overdue': 'bad',
  'database.off': 'good',
  'database.connected': 'good',
  'database.disconnected': 'note',
  'database.unknown': 'note',
  'database.refused': 'bad',
  'database.waiting': 'bad',
  'database.missing': 'bad',
  'database.certificate': 'note',
  'update.newest': 'good',
  'update.off': 'note',
  'update.waiting': 'note',
  'update.failed': 'bad',
  'program.good': 'good',
  'program.crashed': 'note',
} as const satisfies Readonly<Record<`${HealthCheck}.${string}`, HealthState>>
export type Finding = keyof typeof FINDINGS

/** The findings for which there is nothing to do. */
const IDLE_FINDINGS = [
  'service.connected',
  'service.practice',
  'keyring.good',
  'journal.good',
  'disk.good',
  'printers.ready',
  'display.shown',
  'display.off',
  'clock.good',
  'backups.good',
  'database.off',
  'database.connected',
  'update.newest',
  'program.good',
] as const satisfies readonly Finding[]
export type TaskFinding = Exclude<Finding, (typeof IDLE_FINDINGS)[number]>

export const asksForWork = (finding: Finding): finding is TaskFinding =>
  !(IDLE_FINDINGS as readonly Finding[]).includes(finding)

const FINDING_NAMES = Object.keys(FINDINGS) as [Finding, ...Finding[]]

export const healthResultSchema = z.strictObject({
  check: z.enum(HEALTH_CHECKS),
  state: z.enum(HEALTH_STATES),
  finding: z.enum(FINDING_NAMES),
  /** What the sentence counts: megabytes, minutes, papers, copies. */
  count: z.nullable(z.int()),
  /** The time that the sentence names. */
  since: z.nullable(timeSchema),
  failure: z.nullable(failureSchema),
  /** When it was checked. */
  at: timeSchema,
})
export type HealthResult = Wire<typeof healthResultSchema>
