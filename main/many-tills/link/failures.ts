import { type Failure, type FailureName, failure } from '../../../shared/failure.ts'
import type { ShopDatabaseError } from '../server/index.ts'

type Why = ShopDatabaseError['failure']

const NAMES: Readonly<Record<Why, FailureName>> = {
  unreachable: 'SHOP_DATABASE_UNREACHABLE',
  'wrong-server': 'SHOP_DATABASE_WRONG_SERVER',
  'certificate-time': 'SHOP_DATABASE_CERTIFICATE_TIME',
  'login-refused': 'SHOP_DATABASE_LOGIN_REFUSED',
  retired: 'SHOP_DATABASE_RETIRED',
  superseded: 'SHOP_DATABASE_TWICE',
  'journal-of-other': 'SHOP_DATABASE_JOURNAL_OF_OTHER',
  'tills-behind': 'RETURN_AFTER_RESTORE',
  'code-expired': 'PAIRING_CODE_EXPIRED',
  'other-mode': 'OTHER_MODE',
  'other-version': 'SHOP_DATABASE_OTHER_VERSION',
  'server-full': 'SHOP_DATABASE_READ_ONLY',
  'read-only': 'SHOP_DATABASE_READ_ONLY',
  refused: 'SHOP_DATABASE_REFUSED',
  unreadable: 'SHOP_DATABASE_REFUSED',
}

/** As the page shows it. */
export const shownFailure = ({ failure: why, message }: ShopDatabaseError): Failure =>
  failure(NAMES[why], why === 'tills-behind' ? message : null)

/** Failures of one request, after which others may succeed. All other failures are of the connection. */
const OF_ONE_REQUEST: ReadonlySet<Why> = new Set<Why>([
  'server-full',
  'refused',
  'unreadable',
  'journal-of-other',
  'tills-behind',
])

export const endsSession = (error: ShopDatabaseError): boolean => !OF_ONE_REQUEST.has(error.failure)

/** Failures that may pass by themselves. The others need a person, so the till tries less often. */
const PASSING: ReadonlySet<Why> = new Set(['unreachable', 'certificate-time', 'read-only', ...OF_ONE_REQUEST])

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
const LONGEST_UNTIL_DONE_MS = 10 * 60_000
/** All tills of a shop lose the server at the same time, and must not ask at the same time. */
const JITTER = { least: 0.7, range: 0.6 }

/** How long to wait after so many failures in a row, 1 for the first. `random`: 0 to 1. */
export function pauseAfter(why: Why, tries: number, random: number): number {
  const longest = PASSING.has(why) ? LONGEST_PAUSE_MS : LONGEST_UNTIL_DONE_MS
  const pause = Math.min(longest, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20))
  return pause * (JITTER.least + JITTER.range * random)
}
