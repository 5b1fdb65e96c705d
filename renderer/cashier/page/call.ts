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
 * shop stops is sent again with the cashier's answer. One question is open at a time: a command that would ask another one
 * waits for that answer, and is sent again right after the command that asked, because the answer may hold for both.
 */
export const call = <Name extends CommandName>(
  name: Name,
  ...request: ArgumentsOf<Name>
): Promise<Reply<ReplyOf<Name>>> => run(name, request, null)

/** `answered`: the refusal that a person has just answered. An approval that was not enough is not asked for again. */
async function run<Name extends CommandName>(
  name: Name,
  request: ArgumentsOf<Name>,
  answered: string | null,
): Promise<Reply<ReplyOf<Name>>> {
  const reply = await send(name, request)
  if (reply.ok || name === 'approve') return reply
  const isForbidden = reply.error.name === 'NOT_ALLOWED'
  if (!isQuestion(reply.error) && (!isForbidden || answered === 'NOT_ALLOWED')) return reply
  const { answer: other } = asking.getState()
  if (other !== null) {
    await inThisVisit(other)
    return run(name, request, null)
  }
  const answer = isForbidden
    ? askApproval(name, request[0], reply.error.detail).then((isGiven) => (isGiven ? request : null))
    : askRule(request[0], reply.error).then((given) =>
        given === null ? null : withAnswer<Name>(request, given),
      )
  asking.setState({ answer })
  const again = await answer
  asking.setState({ answer: null })
  // A PIN that was sent before "No" may still be under check.
  if (isForbidden && again === null && reply.error.detail !== null)
    void send('withdrawApproval', [{ command: name, request: request[0] }])
  return again === null ? reply : run(name, again, reply.error.name)
}

/** The question that is open now. */
const asking = createRoomStore<{ readonly answer: Promise<unknown> | null }>({ answer: null })

/** An idempotency key belongs to one request, so the request with the answer gets a derived key. */
function withAnswer<Name extends CommandName>(request: ArgumentsOf<Name>, given: unknown): ArgumentsOf<Name> {
  const [, key] = request as readonly [unknown, string?]
  return (key === undefined ? [given] : [given, `${key}-a`]) as unknown as ArgumentsOf<Name>
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
