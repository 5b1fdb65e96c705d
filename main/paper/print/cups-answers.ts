/** Parses the answers of lp, lpstat and cancel of CUPS 1.6 to 2.4 in the C locale. */
import { type Failure, type FailureName, failure } from '../../../shared/failure.ts'

export type QueueState = {
  /** What a person should fix: the queue is stopped, or its printer reports a fault. */
  readonly trouble: Failure | null
  readonly stopped: boolean
  readonly paperLow: boolean
  /** The job that is printing now ("till-12"), or null. */
  readonly printing: string | null
}

/** Reads `lpstat -l -p QUEUE`: "printer till disabled since ... -", then the reason, "Alerts: media-empty-error". */
export function readQueue(text: string): QueueState {
  const [first = '', second = ''] = text.split('\n')
  const stopped = / disabled since /.test(first)
  const alerts = alertsIn(text)
  const why = /^\s+\S/.test(second) && !second.includes(':') ? second.trim() : null
  const named = alerts.map(troubleOfAlert).find((name) => name !== null) ?? null
  const name = named ?? (stopped ? 'PRINTER_OFFLINE' : null)
  return {
    trouble: name && failure(name, why),
    stopped,
    paperLow: alerts.some((alert) => alert.startsWith('media-low')),
    printing: / now printing (\S+?)\.\s/.exec(`${first} `)?.[1] ?? null,
  }
}

/** Keywords of RFC 8011, section 5.4.12. Without the suffix `-error` only `offline-report` is a fault. */
const ALERTS: readonly (readonly [RegExp, FailureName])[] = [
  [/^(media-empty|media-needed)(-error)?$/, 'PRINTER_PAPER_OUT'],
  [/^(cover-open|door-open|interlock-open)(-error)?$/, 'PRINTER_COVER_OPEN'],
  [/^(cutter|trimmer)\S*-error$/, 'PRINTER_CUTTER_JAMMED'],
  [/^offline(-report|-error)?$/, 'PRINTER_OFFLINE'],
  [/^(media-jam|shutdown|other)(-error)?$|-error$/, 'PRINTER_FAULT'],
]

const troubleOfAlert = (alert: string): FailureName | null =>
  ALERTS.find(([pattern]) => pattern.test(alert))?.[1] ?? null

const alertsIn = (text: string): readonly string[] =>
  (/^\s+Alerts: (.*)$/m.exec(text)?.[1] ?? '').split(/\s+/).filter((word) => word !== '' && word !== 'none')

export type WaitingJob = { readonly alerts: readonly string[] }

/** Reads the job with that id from `lpstat -l -W not-completed -o QUEUE`; null where it has ended. */
export function readWaitingJob(text: string, id: string): WaitingJob | null {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`${id} `))
  if (at < 0) return null
  const rest = lines.slice(at + 1)
  const next = rest.findIndex((line) => /^\S/.test(line))
  return { alerts: alertsIn((next < 0 ? rest : rest.slice(0, next)).join('\n')) }
}

/** Reads the job id from the answer of `lp`: "request id is till-12 (0 file(s))". */
export const readJobId = (text: string): string | null => /^request id is (\S+-\d+) /m.exec(text)?.[1] ?? null

/**
 * Reads how a job ended from the answer of `cancel ID`. No other command tells: lpstat lists completed and aborted jobs
 * in the same words (tried with CUPS 2.4).
 */
export const readEnd = (text: string): 'completed' | 'aborted' | 'canceled' | null => {
  const end = / is already (completed|aborted|canceled) /.exec(text)?.[1]
  return end === 'completed' || end === 'aborted' || end === 'canceled' ? end : null
}

/** Reads `lpstat -e`: one name per line. */
export const readNames = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Reads `lpstat -l -p`: the descriptions that people gave the queues. */
export function readDescriptions(text: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  let queue = ''
  for (const line of text.split('\n')) {
    queue = /^printer (\S+) /.exec(line)?.[1] ?? queue
    const description = /^\s+Description: (.+)$/.exec(line)?.[1]
    if (description) words.set(queue, description.trim())
  }
  return words
}
