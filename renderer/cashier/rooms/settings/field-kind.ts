import { z } from 'zod'
import type { SettingField } from '../../../../shared/shop/settings.ts'

/** The control for a field: yes or no, a choice, a number, or text. `values` are the choices as text. */
export type FieldKind =
  | { readonly kind: 'flag' | 'choice' | 'number'; readonly values: readonly string[] | null }
  | { readonly kind: 'text'; readonly values: null }

export function kindOf({ schema, choices }: Pick<SettingField, 'schema' | 'choices'>): FieldKind {
  const bare = schema instanceof z.ZodDefault ? schema.unwrap() : schema
  if (bare instanceof z.ZodBoolean) return { kind: 'flag', values: ['yes', 'no'] }
  if (bare instanceof z.ZodEnum) return { kind: 'choice', values: bare.options.map(String) }
  const literals = bare instanceof z.ZodUnion ? bare.options : [bare]
  const values = literals.flatMap((one) => (one instanceof z.ZodLiteral ? [...one.values] : []))
  if (values.length > 0) return { kind: 'number', values: values.map(String) }
  if (bare instanceof z.ZodNumber) return { kind: 'number', values: choices?.map(String) ?? null }
  return { kind: 'text', values: null }
}
