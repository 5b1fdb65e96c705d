import type { Failure } from '../failure.ts'

/** Only values survive the bridge, never an Error: so a refusal is a value too. */
export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure }
