/**
 * A value that crosses the bridge has a schema, and its type is inferred from the schema.
 *
 * Schemas are strict objects, so that only listed keys reach a page. What a newer version may have stored is a `z.object(fields)`: keys that
 * are not listed are left out. They are written as calls that begin with `z.`
 * (`z.nullable(one)`, `z.strictObject(fields).extend({ … })`), without spreading fields or calling methods of other
 * schemas: only then can the bundler leave them out of a page (electron.vite.config.ts).
 */
import { z } from 'zod'

/** The type of a schema, deeply read-only. zod's `readonly()` would also freeze the values at run time. */
export type Wire<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>

type Leaf = string | number | boolean | bigint | symbol | null | undefined | ((...given: never) => unknown)

export type DeepReadonly<Value> = unknown extends Value
  ? Value
  : Value extends Leaf
    ? Value
    : Value extends readonly (infer Row)[]
      ? readonly DeepReadonly<Row>[]
      : { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }

/** An id made by this program: of a sale, line, return, print job or person. */
export const idSchema = z.string().min(1).max(64)
/** Milliseconds since 1970. */
export const timeSchema = z.int().nonnegative()
export const countSchema = z.int().nonnegative()
