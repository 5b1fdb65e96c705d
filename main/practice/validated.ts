import type { z } from 'zod'
import { Refusal } from './refusal.ts'

/** The value in the schema's form, or the refusal that names the first field that is not as it should be. */
export function validated<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.')
  throw new Refusal('VALIDATION_FAILED', `${field || 'body'}: ${issue?.message ?? 'invalid'}`)
}
