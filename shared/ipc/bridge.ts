import type { Failure } from '../failure.ts'
import type { AnswerOf, RequestOf } from './table.ts'
import type { CashierVerb } from './verbs.ts'

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
  /**
   * Calls back with every new view, a `TerminalView` as JSON; the answer ends it. One text crosses a context bridge at once,
   * where an object is taken apart and built anew: with a cart of 300 lines that was longer than all else.
   */
  readonly onView: (listener: (view: string) => void) => () => void
}
