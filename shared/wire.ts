/**
 * What crosses the bridge is described once, by a schema beside the code of its type; the type is inferred from it.
 *
 * Schemas are strict objects: no key that is not listed gets to a page. They are written as calls that begin with `z.`
 * (`z.nullable(one)`, `z.strictObject(fields).extend({ … })`), never by spreading fields or calling a method of another schema:
 * the bundler then knows that a page does not need them (electron.vite.config.ts).
 */
import { z } from 'zod'
import type { Money } from './money.ts'
import type { Quantity } from './quantity.ts'

/** The type that a schema describes, read-only in all its depth. zod's own `readonly()` would freeze each value as well. */
export type Wire<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>

type Leaf = string | number | boolean | bigint | symbol | null | undefined | ((...given: never) => unknown)

export type DeepReadonly<Value> = unknown extends Value
  ? Value
  : Value extends Leaf
    ? Value
    : Value extends readonly (infer Row)[]
      ? readonly DeepReadonly<Row>[]
      : { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }

/** In this file, not in money.ts: the customer display, which reads amounts, does without zod. */
export const moneySchema = z.custom<Money>((value) => Number.isSafeInteger(value))
export const quantitySchema = z.custom<Quantity>((value) => Number.isSafeInteger(value))

/** Made by us: of a sale, a line, a return, a print job, a person. */
export const idSchema = z.string().min(1).max(64)
/** In ms since 1970. */
export const timeSchema = z.int().nonnegative()
export const countSchema = z.int().nonnegative()
