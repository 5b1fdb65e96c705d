import { failure } from '../../shared/failure.ts'
import type { AnswerOf, CashierBridge, CashierVerb, Reply } from '../../shared/ipc/index.ts'
import { ASKED_BY_ITSELF } from '../../shared/staff.ts'
import { askApproval } from './approval-asked.ts'

declare global {
  interface Window {
    /** Put there by the preload script: the page's only way out. */
    readonly pos: CashierBridge
  }
}

/**
 * Asks the main process. Never throws: whatever goes wrong is a refusal with a name. What is above the role of whoever
 * stands at the till is asked for once more, word for word, as soon as somebody who may has approved it on the spot.
 */
export async function call<Verb extends CashierVerb>(
  verb: Verb,
  ...request: Parameters<CashierBridge[Verb]>
): Promise<Reply<AnswerOf<Verb>>> {
  const reply = await asked(verb, request)
  if (reply.ok || reply.error.name !== 'NOT_ALLOWED' || verb === 'approve' || ASKED_BY_ITSELF.has(verb))
    return reply
  return (await askApproval(verb, request[0], reply.error.detail)) ? asked(verb, request) : reply
}

async function asked<Verb extends CashierVerb>(
  verb: Verb,
  request: Parameters<CashierBridge[Verb]>,
): Promise<Reply<AnswerOf<Verb>>> {
  try {
    const ask = window.pos[verb] as (...request: readonly unknown[]) => Promise<Reply<AnswerOf<Verb>>>
    return await ask(...request)
  } catch {
    return { ok: false, error: failure('UNEXPECTED') }
  }
}
