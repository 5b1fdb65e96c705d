import { refuse } from '../failure.ts'

/**
 * The typed fields over those of now, where `over` is what the person saw. Refuses if somebody else changed one of them
 * meanwhile, to another value than is typed.
 */
export function onlyTyped<Fields extends object>(typed: Fields, over: Fields, now: Fields): Fields {
  const fields = (Object.keys(typed) as (keyof Fields)[]).filter((field) => typed[field] !== over[field])
  if (fields.some((field) => now[field] !== over[field] && now[field] !== typed[field]))
    refuse('CHANGED_MEANWHILE')
  return { ...now, ...Object.fromEntries(fields.map((field) => [field, typed[field]])) }
}
