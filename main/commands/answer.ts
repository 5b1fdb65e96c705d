import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { CommandRefused, failure } from '../../shared/failure.ts'
import { CASHIER_TABLE, CASHIER_VERBS, type CashierVerb, type Reply } from '../../shared/ipc/index.ts'
import { ASKED_BY_ITSELF, asCashier } from '../../shared/staff.ts'
import type { AuditEntry } from '../journal/index.ts'
import { auditedAbout, auditedOutcome } from '../staff/index.ts'
import type { CommandContext } from './command-context.ts'
import { commands, type Handler, RECORDED } from './commands.ts'
import type { Asked } from './commands-in-flight.ts'

const isVerb = (verb: string): verb is CashierVerb => (CASHIER_VERBS as readonly string[]).includes(verb)

export type CallOfPage = {
  readonly verb: string
  readonly request: unknown
  /** The idempotency key of what a person meant to do once. */
  readonly act: string | undefined
}

/**
 * Answers one call of the page: an unknown verb, a request or an answer that does not parse is refused; what a command
 * throws becomes a named failure. Nothing thrown ever crosses the bridge. Who may ask for what is held here, and here alone.
 */
export async function answerCall(
  context: CommandContext,
  { verb, request, act }: CallOfPage,
): Promise<Reply<unknown>> {
  if (!isVerb(verb)) return { ok: false, error: failure('INPUT_INVALID') }
  const parsed = CASHIER_TABLE[verb].request.safeParse(request)
  if (!parsed.success || (act !== undefined && !/^[\w-]{8,64}$/.test(act)))
    return { ok: false, error: failure('INPUT_INVALID') }
  if (!context.staff.isAnswered(verb)) return { ok: false, error: failure('SIGNED_OUT') }
  if (!ASKED_BY_ITSELF.has(verb) || saysPresence(parsed.data)) context.staff.touch()
  const asked: Asked = {
    id: `${verb}:${act ?? randomUUID()}`,
    at: context.clock.now(),
    actor: asCashier(context.staff.person()),
    request: hashOf(parsed.data),
  }
  const work = (): Promise<Reply<unknown>> =>
    answered(context, verb, () =>
      RECORDED.has(verb)
        ? context.shop().journal.command(asked, () => carriedOut(context, verb, parsed.data))
        : carriedOut(context, verb, parsed.data),
    )
  return act === undefined ? work() : context.commandsInFlight.once(asked, work)
}

/** Of what was asked for: a key belongs to one request. */
const hashOf = (request: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(request) ?? '')
    .digest('base64url')

/** The page tells that somebody touched it, whatever was touched. */
const saysPresence = (request: unknown): boolean => hintSaid.safeParse(request).success
const hintSaid = CASHIER_TABLE.hint.request.extend({ what: z.literal('presence') })

/**
 * Does it for who stands at the till, if that one may; with its line in the audit trail, in one commit where the verb is one.
 * An act that was done is not asked about again: what was approved for it is used up.
 */
function carriedOut(context: CommandContext, verb: CashierVerb, request: unknown): unknown {
  const authorization = context.staff.allow(verb, request)
  // Whoever makes the first owner is told of too.
  const isTold = context.staff.isStaffed() || MAKES_THE_FIRST.has(verb)
  const about = isTold ? auditedAbout(verb, request, context.settings.read()) : null
  const handle = (): unknown => (commands[verb] as Handler)(context, request, authorization)
  if (about === null) return handle()
  const entry: AuditEntry = {
    at: context.clock.now(),
    who: authorization.person,
    act: verb,
    about,
    approvedBy: authorization.approvedBy,
  }
  return RECORDED.has(verb)
    ? context.shop().journal.audited(entry, handle)
    : handledFirst(context, verb, entry, handle)
}

const MAKES_THE_FIRST: ReadonlySet<CashierVerb> = new Set<CashierVerb>(['saveStaff', 'bringInCopy'])

async function handledFirst(
  context: CommandContext,
  verb: CashierVerb,
  entry: AuditEntry,
  handle: () => unknown,
): Promise<unknown> {
  const value = await handle()
  context.audit({ ...entry, about: { ...entry.about, ...auditedOutcome(verb, value) } })
  return value
}

async function answered(
  context: CommandContext,
  verb: CashierVerb,
  work: () => unknown,
): Promise<Reply<unknown>> {
  try {
    const value = CASHIER_TABLE[verb].answer.safeParse(await work())
    if (value.success) return { ok: true, value: value.data }
    context.log.error(`answer of "${verb}" does not fit the table: ${value.error.issues[0]?.path.join('.')}`)
    return { ok: false, error: failure('UNEXPECTED') }
  } catch (error) {
    if (error instanceof CommandRefused) return { ok: false, error: error.failure }
    context.log.error(`"${verb}": ${error instanceof Error ? error.message : 'unknown'}`)
    return { ok: false, error: failure('UNEXPECTED') }
  }
}
