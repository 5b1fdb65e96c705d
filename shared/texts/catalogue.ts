import type { FailureName } from '../failure.ts'
import type { AttentionCause, Resolution } from '../sale/attention.ts'
import type { RepaymentWay } from '../sale/return.ts'
import type { SaleEventKind, TenderKind } from '../sale/sale.ts'
import type { SaleStatusName } from '../sale/status.ts'
import type { TamperingKind } from '../shop/tampering.ts'
import type { mn } from './mn.ts'

/** A catalogue in another language has exactly the keys of the Mongolian one. */
export type Texts = { readonly [Key in keyof typeof mn]: string }

/** The keys that a screen asks for. The plural forms `_one` and `_other` share one key. */
type Asked<Key> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key
export type TextKey = Asked<keyof typeof mn>

type Told<Name extends TextKey> = Name
type SpelledOut = 'receiver-set' | 'invoice-created' | 'repaid' | 'tender-taken'
/**
 * Compile-time proof that every name has a text: a line fails to compile if a name has no text in the catalogue.
 * @public
 */
export type EveryNameIsTold = Told<
  | `failure.${FailureName}`
  | `state.${SaleStatusName}`
  | `attention.cause.${AttentionCause}`
  | `attention.todo.${AttentionCause}`
  | `attention.resolution.${Resolution}`
  | `tampering.${TamperingKind}`
  | `event.${Exclude<SaleEventKind, SpelledOut>}`
  | `event.receiver-set.${'individual' | 'organisation'}`
  | `event.invoice-created.${'answer' | 'lookup'}`
  | `event.repaid.${RepaymentWay}`
  | `event.tender-taken.${TenderKind}`
>
