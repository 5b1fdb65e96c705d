import { failure } from '../../shared/failure.ts'
import type { AnswerOf, CashierBridge, CashierVerb, Reply } from '../../shared/ipc/index.ts'

declare global {
  interface Window {
    /** Put there by the preload script: the page's only way out. */
    readonly pos: CashierBridge
  }
}

/** Asks the main process. Never throws: whatever goes wrong is a refusal with a name. */
export async function call<Verb extends CashierVerb>(
  verb: Verb,
  ...request: Parameters<CashierBridge[Verb]>
): Promise<Reply<AnswerOf<Verb>>> {
  try {
    const ask = window.pos[verb] as (...request: readonly unknown[]) => Promise<Reply<AnswerOf<Verb>>>
    return await ask(...request)
  } catch {
    return { ok: false, error: failure('UNEXPECTED') }
  }
}
