import type { Failure } from '../failure.ts'

/** A refusal is sent as a value, because the bridge keeps only the message of a thrown Error. */
export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure }
