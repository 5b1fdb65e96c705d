/**
 * Describes a command in one place: its request and reply, who may run it, its audit row, and its handler. The IPC
 * table, the permissions, the audit and the page's types are derived from these descriptions.
 *
 * To add one, export it from the file of its area in this folder. Its name is the name of the export.
 */
import { z } from 'zod'
import type { Permission } from '../../../shared/shop/staff.ts'
import type { Wire } from '../../../shared/wire.ts'
import type { About, Authorization } from '../../shop/people/index.ts'
import type { RegisterChange } from '../../storage/register/index.ts'
import type { CommandContext } from './command-context.ts'

/** Without a reply, the handler's value is dropped. */
type Returned<Reply> = [Reply] extends [undefined] ? unknown : Reply | Promise<Reply>

/** The audit row of a call whose handler stores it itself. There is none without staff. */
export type OwnRow<Reply> = {
  /** The row with what `auditReply` adds, for the transaction of the register that makes the change. */
  readonly note: (reply: Reply) => readonly RegisterChange[]
  /** Writes the row of a command that fails when a part of it is done. */
  readonly partly: (done: About) => void
}

export type Command<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  readonly request: Request
  readonly reply: Reply
  /** The permission to run it; null for everybody who is signed in. */
  readonly permission: Permission | null
  /** The permission that this request needs instead; null where `permission` is enough. */
  permissionFor?(request: z.output<Request>, context: CommandContext): Permission | null
  /**
   * The content of the audit row: ids and amounts, never a PIN or a password. No row where it is left out or null. An
   * approval is for exactly this content, so it ends when an amount changes.
   */
  audit?(request: z.output<Request>, context: CommandContext): About | null
  /** The part of the reply that is added to the audit row. */
  auditReply?(reply: Wire<Reply>): About
  /** Runs long enough that a kill may leave it half done, so its audit row is stored before it begins. */
  readonly isLong?: true
  /** See `journalCommand`. */
  readonly idempotent?: true
  /** The reply has a secret, so it is given once: a repeated idempotency key is refused. */
  readonly isSecret?: true
  /** Allowed while nobody is signed in. */
  whileLocked?(request: z.output<Request>): boolean
  /** See `backgroundCommand`. */
  readonly background?: true
  /** Whether a person caused this request of a background command: then it postpones the lock. */
  attended?(request: z.output<Request>): boolean
  /**
   * Awaited before an `idempotent` command that the person may run, outside of its transaction. What it returns is
   * called when the command has ended. If it throws, the command is refused.
   */
  before?(context: CommandContext, request: z.output<Request>): Promise<() => void>
  handle(
    context: CommandContext,
    request: z.output<Request>,
    authorization: Authorization,
    row: OwnRow<Wire<Reply>>,
  ): Returned<Wire<Reply>>
}

type Described<Request extends z.ZodType, Reply extends z.ZodType> = Omit<
  Command<Request, Reply>,
  'request' | 'reply' | 'idempotent' | 'background'
> & { readonly request?: Request; readonly reply?: Reply }

/** A command without `request` or `reply` takes or returns nothing. */
export function defineCommand<
  Request extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodUndefined,
>(described: Described<Request, Reply>): Command<Request, Reply> {
  const nothing = z.undefined() as z.ZodType
  return { request: nothing as Request, reply: nothing as Reply, ...described }
}

/**
 * A command that makes all its changes in one commit of the journal. With the same idempotency key it is carried out
 * only once, even across a restart.
 */
export const journalCommand = <
  Request extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodUndefined,
>(
  described: Described<Request, Reply>,
): Command<Request, Reply> => ({ ...defineCommand(described), idempotent: true })

/** A command that the page sends by itself: it does not postpone the lock, and asks for no approval. */
export const backgroundCommand = <
  Request extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodUndefined,
>(
  described: Described<Request, Reply>,
): Command<Request, Reply> => ({ ...defineCommand(described), background: true })

/** For `audit`: the whole request. */
export const wholeRequest = (request: About): About => request
/** For `auditReply`: the whole reply. */
export const wholeReply = (reply: About): About => reply
/** For `audit`: only the command's name. */
export const commandAlone = (): About => ({})
