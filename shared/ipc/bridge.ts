import type { Failure } from '../failure.ts'
import type { AnswerOf, RequestOf } from './table.ts'
import type { CashierVerb } from './verbs.ts'
import type { TerminalView } from './view.ts'

/** Across the bridge only a value survives, never an Error: so a refusal is a value too. */
export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure }

/**
 * `act` names what a person meant to do once: asked again with the same name, even after a restart, it is not done again
 * and answers what it answered then.
 */
type Ask<Verb extends CashierVerb> =
  undefined extends RequestOf<Verb>
    ? (request?: undefined, act?: string) => Promise<Reply<AnswerOf<Verb>>>
    : (request: RequestOf<Verb>, act?: string) => Promise<Reply<AnswerOf<Verb>>>

/** What the page finds as `window.pos`: one function a verb, and the news. */
export type CashierBridge = { readonly [Verb in CashierVerb]: Ask<Verb> } & {
  /** Calls back with every new view; the answer ends it. */
  readonly onView: (listener: (view: TerminalView) => void) => () => void
}
