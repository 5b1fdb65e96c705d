import type { Failure } from '../failure.ts'

/** The only channel for commands of the cashier's page. */
export const CALL_CHANNEL = 'pos:call'
/** Channels of the views for the cashier's page and for the customer display. */
export const VIEW_CHANNEL = 'pos:view'
export const DISPLAY_CHANNEL = 'pos:display'

/** Of a request as text. The longest contains a picture in base64, which has three million characters. */
export const MOST_LETTERS = 8_000_000

/** A refusal is returned and not thrown: of a thrown Error the bridge passes on only the message. */
export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure }
