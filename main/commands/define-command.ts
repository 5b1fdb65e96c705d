/**
 * A command is described once: what it takes and answers, who may run it, what the audit trail keeps of it, and what it
 * does. The IPC table, the permissions, the audit and the types of the page are derived from these descriptions.
 *
 * To add one, export it from the file of its area in this folder; its name is the name of the export.
 */
import { z } from 'zod'
import type { Settings } from '../../shared/settings.ts'
import type { Permission } from '../../shared/staff.ts'
import type { Wire } from '../../shared/wire.ts'
import type { About, Authorization } from '../staff/index.ts'
import type { CommandContext } from './command-context.ts'

/** Where there is no reply, the value of the handler is dropped. */
type Returned<Reply> = [Reply] extends [undefined] ? unknown : Reply | Promise<Reply>

export type Command<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  readonly request: Request
  readonly reply: Reply
  /** Who may run it; null: everybody who is signed in. */
  readonly permission: Permission | null
  /** The permission that a request with this content needs instead; null: `permission` is enough. */
  permissionFor?(request: z.output<Request>, context: CommandContext): Permission | null
  /** The audit row: ids and amounts, never a PIN or a password. Left out, or null: no row. */
  audit?(request: z.output<Request>, settings: Settings): About | null
  /** The part of the reply that is added to the row. */
  auditReply?(reply: Wire<Reply>): About
  /** It has an audit row also while the shop has no staff: it makes the first owner. */
  readonly auditedWithoutStaff?: true
  /** All its changes are one commit. With the same idempotency key it is carried out once, even across a restart. */
  readonly idempotent?: true
  /** It is answered while nobody is signed in. */
  readonly whileLocked?: true
  /** The page sends it without a person: it does not postpone the lock, and nobody is asked to approve it. */
  readonly background?: true
  /** Requests of a background command that a person caused: they postpone the lock. */
  attended?(request: z.output<Request>): boolean
  handle(
    context: CommandContext,
    request: z.output<Request>,
    authorization: Authorization,
  ): Returned<Wire<Reply>>
}

type Described<Request extends z.ZodType, Reply extends z.ZodType> = Omit<
  Command<Request, Reply>,
  'request' | 'reply'
> & { readonly request?: Request; readonly reply?: Reply }

/** Without a `request` or a `reply`, none is taken or given. */
export function defineCommand<
  Request extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodUndefined,
>(described: Described<Request, Reply>): Command<Request, Reply> {
  const nothing = z.undefined() as z.ZodType
  return { request: nothing as Request, reply: nothing as Reply, ...described }
}

/** For `audit`: the request as it is. */
export const wholeRequest = (request: About): About => request
/** For `audit`: the command alone. */
export const commandAlone = (): About => ({})
