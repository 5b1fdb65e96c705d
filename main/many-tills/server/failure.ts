/** Why a call to the shop database failed. A till goes on without it whatever the reason (law 7). */
export type ShopDatabaseFailure =
  /** No answer, or none in time. What was asked for may have been done. */
  | 'unreachable'
  /** Not the server whose certificate authority the till knows, or no TLS. Nothing secret was sent. */
  | 'wrong-server'
  /** The server's certificate expired, or is not valid yet: by the clock of this computer, which may be wrong. */
  | 'certificate-time'
  | 'login-refused'
  /** The till was retired, or never joined. */
  | 'retired'
  /** Another process speaks for this till. */
  | 'superseded'
  /** Another till of the shop, which is not retired, sent this journal. */
  | 'journal-of-other'
  /** After a restore of the server, other tills may have done what it lacks. The message has their codes. */
  | 'tills-behind'
  | 'code-expired'
  | 'other-mode'
  /** The shop database is of another build of the program (build.ts). */
  | 'other-version'
  | 'server-full'
  /** The server answers and accepts no writes, like a standby server. */
  | 'read-only'
  /** The request can never succeed: too large, or a text that PostgreSQL cannot store. */
  | 'refused'
  /** An answer that the till cannot read. */
  | 'unreadable'

export class ShopDatabaseError extends Error {
  override readonly name = 'ShopDatabaseError'
  readonly failure: ShopDatabaseFailure
  constructor(failure: ShopDatabaseFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}

/** Codes of PostgreSQL, by their beginnings; TG… are raised by our functions (migrations). */
const BY_STATE: readonly (readonly [start: string, failure: ShopDatabaseFailure])[] = [
  ['TG001', 'retired'],
  ['TG002', 'superseded'],
  ['TG003', 'code-expired'],
  ['TG004', 'other-mode'],
  ['TG005', 'refused'],
  ['TG006', 'journal-of-other'],
  ['TG007', 'tills-behind'],
  ['42501', 'retired'],
  ['42883', 'other-version'],
  ['3F000', 'other-version'],
  ['28', 'login-refused'],
  ['53100', 'server-full'],
  ['25006', 'read-only'],
  ['22', 'refused'],
  ['23', 'refused'],
  ['54', 'refused'],
]

const CERTIFICATE_TIME = /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/
/** Node's names for a certificate that is not accepted, and the driver's words for a server without TLS. */
const CERTIFICATE = /CERT|ERR_TLS|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_SSL/
const NO_TLS = /does not support SSL/
/** SCRAM proves both sides: a server that does not know the password is another one. */
const NOT_PROVED = /^SASL:/

export function asFailure(error: unknown): ShopDatabaseError {
  if (error instanceof ShopDatabaseError) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const named = (failure: ShopDatabaseFailure) => new ShopDatabaseError(failure, message, error)
  if (CERTIFICATE_TIME.test(code)) return named('certificate-time')
  if (CERTIFICATE.test(code) || NO_TLS.test(message) || NOT_PROVED.test(message)) return named('wrong-server')
  return named(BY_STATE.find(([start]) => code.startsWith(start) && code.length === 5)?.[1] ?? 'unreachable')
}
