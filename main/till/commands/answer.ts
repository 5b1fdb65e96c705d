import { createHash, randomUUID } from 'node:crypto'
import { CommandRefused, failure, refuse } from '../../../shared/failure.ts'
import type { Reply } from '../../../shared/page/index.ts'
import { modeOf } from '../../../shared/shop/mode.ts'
import { asCashier } from '../../../shared/shop/staff.ts'
import type { About, CommandCall } from '../../shop/people/index.ts'
import type { AuditEntry, Command as RecordedCommand } from '../../storage/journal/index.ts'
import type { CommandContext } from './command-context.ts'
import { commandNamed } from './commands.ts'
import type { Command, OwnRow } from './define-command.ts'
import { isSmallEnough } from './request-size.ts'

export type CallOfPage = {
  readonly name: string
  readonly request: unknown
  /** The idempotency key. */
  readonly key: string | undefined
}

type Call = Pick<CommandCall, 'name' | 'request'> & {
  readonly command: Command
  /** Identifies the request, because an idempotency key belongs to one request. */
  readonly hash: string
}

/**
 * Answers one call of the page. Refuses an unknown command, and a request or a reply that does not parse. An error that
 * a command throws becomes a named failure. Nothing throws across the bridge. Only this file enforces permissions.
 */
export async function answerCall(
  context: CommandContext,
  { name, request, key }: CallOfPage,
): Promise<Reply<unknown>> {
  const call = parseCall(name, request)
  if (call === null || (key !== undefined && !/^[\w-]{8,64}$/.test(key)))
    return { ok: false, error: failure('INPUT_INVALID') }
  const { command } = call
  if (context.shop.staff.isLocked() && !command.whileLocked?.(call.request))
    return { ok: false, error: failure('SIGNED_OUT') }
  if (!command.background && context.till.callGate.isClosed())
    return { ok: false, error: failure('UPDATE_INSTALLING') }
  if (!command.background || command.attended?.(call.request)) {
    context.shop.staff.touch()
    context.till.callGate.touch()
  }
  const recorded: RecordedCommand = {
    id: `${name}:${key ?? randomUUID()}`,
    at: context.clock.now(),
    actor: asCashier(context.shop.staff.person()),
    request: call.hash,
  }
  const work = (): Promise<Reply<unknown>> =>
    answered(context, call, async () => {
      const used: Used = { returnApproval: () => {} }
      // A repeated command gets its earlier answer, also if the shop database does not answer now.
      const isNew = (): boolean => !context.session().journal.isDone(recorded)
      const end =
        command.before && isNew() && mayRun(context, call)
          ? await command.before(context, call.request)
          : null
      try {
        // The person who has signed in meanwhile did not give the command, but the audit row would name them.
        if (asCashier(context.shop.staff.person())?.id !== recorded.actor?.id) refuse('SIGNED_OUT')
        return await (command.idempotent
          ? context.session().journal.command(recorded, () => carryOut(context, call, used))
          : carryOut(context, call, used))
      } catch (error) {
        used.returnApproval()
        throw error
      } finally {
        end?.()
      }
    })
  // A background command reads, and an earlier answer may show what is no longer to be seen.
  if (command.background) return work()
  if (key === undefined) return context.till.callGate.pass(work)
  const asked = {
    ...recorded,
    id: `${modeOf(context.shop.settings.read().merchant)}:${recorded.id}`,
    isSecret: command.isSecret === true,
  }
  return context.till.callGate.pass(() => context.till.commandsInFlight.once(asked, work))
}

function parseCall(name: string, request: unknown): Call | null {
  if (!isSmallEnough(request)) return null
  const command = commandNamed(name)
  const parsed = command?.request.safeParse(request)
  if (!command || !parsed?.success) return null
  try {
    return { name, command, request: parsed.data, hash: hashOf(parsed.data) }
  } catch {
    return null // JSON has no cycles and no big integers
  }
}

export function readCall(context: CommandContext, name: string, request: unknown): CommandCall | null {
  const call = parseCall(name, request)
  return call && callOf(context, call)
}

const callOf = (context: CommandContext, { name, command, request }: Call): CommandCall => ({
  mode: modeOf(context.shop.settings.read().merchant),
  name,
  request,
  permission: command.permissionFor?.(request, context) ?? command.permission,
  about: command.audit?.(request, context) ?? null,
})

const hashOf = (request: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(request) ?? '')
    .digest('base64url')

/** A call that fails returns the approval that it took, so that the same request can use it again. */
type Used = { returnApproval: () => void }

/** Whether the person may run it now. An approval stays for the run itself. */
function mayRun(context: CommandContext, call: Call): boolean {
  try {
    context.shop.staff.authorize(callOf(context, call), !call.command.background).returnApproval()
    return true
  } catch {
    return false // the run refuses, or gives the stored answer of a repeated command
  }
}

/**
 * Runs the command if the person at the till may, and adds its audit row, in the same commit if the command is one
 * commit of the journal or the register. A repeated command is not authorized again, because its approval is used up.
 */
function carryOut(context: CommandContext, call: Call, used: Used): unknown {
  const { name, command, request } = call
  const wanted = callOf(context, call)
  const { about } = wanted
  const { returnApproval, ...authorization } = context.shop.staff.authorize(wanted, !command.background)
  used.returnApproval = returnApproval
  const handle = (row = NO_ROW): unknown => command.handle(context, request, authorization, row)
  if (about === null) return handle()
  const entry: AuditEntry = {
    at: context.clock.now(),
    who: authorization.person,
    action: name,
    about,
    approvedBy: authorization.approvedBy,
  }
  return command.idempotent
    ? context.session().journal.audited(entry, () => handle())
    : handleThenAudit(context, command, entry, handle)
}

const NO_ROW: OwnRow<unknown> = { note: () => [], partly: () => {} }

async function handleThenAudit(
  { till: { trail } }: CommandContext,
  { auditReply, isLong }: Command,
  entry: AuditEntry,
  handle: (row: OwnRow<unknown>) => unknown,
): Promise<unknown> {
  const rowOf = (more: About | undefined): AuditEntry => ({ ...entry, about: { ...entry.about, ...more } })
  const end = isLong ? trail.begin(rowOf({ interrupted: true })) : null
  let row: AuditEntry | null = null
  let isNoted = false
  const note = (reply: unknown) => {
    isNoted = true
    return [trail.note(rowOf(auditReply?.(reply)))]
  }
  const partly = (done: About) => {
    row = rowOf(done)
  }
  try {
    const value = await handle({ note, partly })
    if (!isNoted) row = rowOf(auditReply?.(value))
    return value
  } finally {
    if (isNoted) trail.flush()
    if (end !== null) end(row)
    else if (row !== null) trail.add(row)
  }
}

/** With a line in the log of what a person asked for. */
async function answered(context: CommandContext, call: Call, work: () => unknown): Promise<Reply<unknown>> {
  const began = context.clock.monotonic()
  const reply = await outcome(context, call, work)
  if (!call.command.background) {
    const { saleId } = (call.request ?? {}) as { readonly saleId?: string }
    const ms = Math.round(context.clock.monotonic() - began)
    const failed = reply.ok ? null : reply.error.name
    context.log.info('command', { command: call.name, sale: saleId ?? null, failure: failed, ms })
  }
  return reply
}

async function outcome(
  context: CommandContext,
  { name, command }: Call,
  work: () => unknown,
): Promise<Reply<unknown>> {
  try {
    const value = await work()
    if (command.reply.type === 'undefined') return { ok: true, value: undefined }
    const parsed = command.reply.safeParse(value)
    if (parsed.success) return { ok: true, value: parsed.data }
    context.log.error(`a reply does not fit its schema: ${parsed.error.issues[0]?.path.join('.')}`, {
      command: name,
    })
    return { ok: false, error: failure('UNEXPECTED') }
  } catch (error) {
    if (error instanceof CommandRefused) return { ok: false, error: error.failure }
    context.log.error('a command failed', { command: name, error })
    return { ok: false, error: failure('UNEXPECTED') }
  }
}
