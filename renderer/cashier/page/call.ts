import type { ArgumentsOf, CashierBridge, CommandName, ReplyOf } from '../../../main/till/commands/index.ts'
import { failure } from '../../../shared/failure.ts'
import type { Reply } from '../../../shared/page/index.ts'
import { askApproval, askRule, isQuestion } from './approval-asked.ts'
import { createRoomStore, inThisVisit } from './visit.ts'

export type { CommandName, ReplyOf, RequestOf } from '../../../main/till/commands/index.ts'

declare global {
  interface Window {
    /** Set by the preload script. It is the page's only connection to the main process. */
    readonly pos: CashierBridge
  }
}

/**
 * Sends a command to the main process. Never throws: every failure is a refusal with a name. A command that the person
 * may not run is sent once more, unchanged, after somebody with the permission has approved it. One that a rule of the
 * shop stops is sent again with the cashier's answer. One command asks at a time: another one waits until it has ended, and
 * is then sent again, because the answer may hold for both.
 */
export async function call<Name extends CommandName>(
  name: Name,
  ...request: ArgumentsOf<Name>
): Promise<Reply<ReplyOf<Name>>> {
  const first = await send(name, request)
  if (first.ok || name === 'approve' || !(isQuestion(first.error) || first.error.name === 'NOT_ALLOWED'))
    return first
  const { command: other } = asking.getState()
  if (other !== null) {
    await inThisVisit(other)
    return call(name, ...request)
  }
  const command = answeredByPerson(name, request, first)
  asking.setState({ command })
  const reply = await command
  asking.setState({ command: null })
  return reply
}

/** The command that asks a person now. */
const asking = createRoomStore<{ readonly command: Promise<unknown> | null }>({ command: null })

async function answeredByPerson<Name extends CommandName>(
  name: Name,
  request: ArgumentsOf<Name>,
  first: Reply<ReplyOf<Name>>,
): Promise<Reply<ReplyOf<Name>>> {
  if (first.ok) return first
  const { name: why, detail } = first.error
  const isApproved = why === 'NOT_ALLOWED' && (await askApproval(name, request[0], detail))
  // A PIN that was sent before "No" may still be under check.
  if (why === 'NOT_ALLOWED' && detail !== null && !isApproved) void send('withdrawApproval', [])
  const reply = isApproved ? await send(name, request) : first
  if (reply.ok) return reply
  const answered = await askRule(request[0], reply.error)
  if (answered === null) return reply
  const [, key] = request as readonly [unknown, string?]
  // An idempotency key belongs to one request, so the request with the answer gets a derived key.
  const again = (key === undefined ? [answered] : [answered, `${key}-a`]) as unknown as ArgumentsOf<Name>
  return answeredByPerson(name, again, await send(name, again))
}

async function send<Name extends CommandName>(
  name: Name,
  request: ArgumentsOf<Name>,
): Promise<Reply<ReplyOf<Name>>> {
  const answer = answered(name, request)
  return SIGNS_IN.has(name) ? answer : inThisVisit(answer)
}

/** Who signs in asks this before their visit begins. */
const SIGNS_IN: ReadonlySet<CommandName> = new Set<CommandName>(['signIn', 'recoverOwner'])

async function answered<Name extends CommandName>(
  name: Name,
  request: ArgumentsOf<Name>,
): Promise<Reply<ReplyOf<Name>>> {
  try {
    return await window.pos.call(name, ...request)
  } catch {
    return { ok: false, error: failure('UNEXPECTED') }
  }
}
