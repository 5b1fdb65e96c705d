import type { SaleRule } from '../../../../shared/shop/age-and-bans.ts'
import {
  changedMeanwhile,
  type Draft,
  differing,
  isTyped,
  NOTHING_TYPED,
  shownOver,
  withKept,
  withTyped,
} from '../../page/draft.ts'

/** A rule as typed. */
export type TypedRule = {
  readonly category: string
  readonly age: string
  readonly from: string
  readonly to: string
  readonly weekdays: readonly number[]
  readonly monthDays: string
  readonly dates: string
}

/** What is typed in a rule, or that it is removed, and the rule as it was then. */
type Change = { readonly draft: Draft<TypedRule> | null; readonly over: TypedRule }

/** The unsaved changes: of the rules in use, by their keys, and new rules. */
export type RuleDraft = {
  readonly changed: Readonly<Record<string, Change>>
  readonly added: readonly { readonly key: string; readonly rule: TypedRule }[]
}

export const NO_CHANGES: RuleDraft = { changed: {}, added: [] }

/** What somebody else did meanwhile to a rule with unsaved changes. */
type Meanwhile =
  | { readonly did: 'removed' | 'kept' }
  /** The values in use of fields that were typed. */
  | { readonly did: 'changed'; readonly fields: Partial<TypedRule> }

export type ShownRule = {
  readonly key: string
  readonly rule: TypedRule
  readonly meanwhile: Meanwhile | null
}

/** The unsaved changes over the rules in use, which another till or an import may have changed meanwhile. */
export function rulesOver(inUse: readonly SaleRule[], { changed, added }: RuleDraft): readonly ShownRule[] {
  const used = keyed(inUse, changed)
  const removed = Object.entries(changed).flatMap(([key, { draft, over }]) =>
    draft === null || used.some((one) => one.key === key)
      ? []
      : [{ key, rule: shownOver(over, draft), meanwhile: { did: 'removed' } as const }],
  )
  return [
    ...used.flatMap(({ key, rule }) => changedRule(key, rule, changed[key])),
    ...removed,
    ...added.map((one) => ({ ...one, meanwhile: null })),
  ]
}

function changedRule(key: string, rule: TypedRule, change: Change | undefined): readonly ShownRule[] {
  if (change === undefined) return [{ key, rule, meanwhile: null }]
  if (change.draft === null)
    return isSame(rule, change.over) ? [] : [{ key, rule, meanwhile: { did: 'kept' } }]
  const fields = changedMeanwhile(rule, change.draft)
  const meanwhile = Object.keys(fields).length === 0 ? null : { did: 'changed' as const, fields }
  return [{ key, rule: shownOver(rule, change.draft), meanwhile }]
}

/** The draft with this rule changed, or removed by null. */
export function withRule(
  draft: RuleDraft,
  inUse: readonly SaleRule[],
  key: string,
  change: Partial<TypedRule> | null,
): RuleDraft {
  if (draft.added.some((one) => one.key === key)) {
    const added = draft.added.flatMap((one) =>
      one.key !== key ? [one] : change === null ? [] : [{ key, rule: { ...one.rule, ...change } }],
    )
    return { ...draft, added }
  }
  const now = keyed(inUse, draft.changed).find((one) => one.key === key)?.rule
  const { [key]: before, ...others } = draft.changed
  // Somebody else removed it, or it is removed again after it was changed: it is removed as it is now.
  if (change === null)
    return { ...draft, changed: now ? { ...others, [key]: { draft: null, over: now } } : others }
  const rule = now ?? before?.over
  if (rule === undefined) return draft
  const typed = withTyped(before?.draft ?? NOTHING_TYPED, rule, change)
  // A rule that somebody else removed is added again, also as it was.
  if (now !== undefined && !isTyped(typed)) return { ...draft, changed: others }
  return { ...draft, changed: { ...others, [key]: { draft: typed, over: { ...rule, ...typed.over } } } }
}

export const withNewRule = ({ changed, added }: RuleDraft, rule: TypedRule): RuleDraft => ({
  changed,
  added: [...added, { key: crypto.randomUUID(), rule }],
})

/** The draft after a person chose their own over what somebody else did to this rule meanwhile. */
export function withOwnRule(
  draft: RuleDraft,
  inUse: readonly SaleRule[],
  { key, rule, meanwhile }: ShownRule,
): RuleDraft {
  const { [key]: change, ...others } = draft.changed
  if (meanwhile?.did === 'removed') return withNewRule({ ...draft, changed: others }, rule)
  const now = keyed(inUse, draft.changed).find((one) => one.key === key)?.rule
  if (meanwhile?.did !== 'changed' || !change?.draft || now === undefined) return draft
  const kept = Object.keys(meanwhile.fields).reduce(
    (one, field) => withKept(one, now, field as keyof TypedRule),
    change.draft,
  )
  return {
    ...draft,
    changed: { ...draft.changed, [key]: { draft: kept, over: { ...change.over, ...kept.over } } },
  }
}

/** The draft after a person took over what somebody else did. */
export const withTheirRule = (
  draft: RuleDraft,
  inUse: readonly SaleRule[],
  { key, meanwhile }: ShownRule,
): RuleDraft => withRule(draft, inUse, key, meanwhile?.did === 'changed' ? meanwhile.fields : null)

/** The draft after `sent` was saved over the rules `inUse`: what was typed meanwhile stays. */
export function afterRulesSave(
  draft: RuleDraft,
  inUse: readonly SaleRule[],
  sent: readonly ShownRule[],
): RuleDraft {
  const shown = rulesOver(inUse, draft)
  const saved = sent.map(({ rule }) => ruleOf(rule))
  const left: RuleDraft = {
    changed: {},
    added: shown.filter(({ key }) => sent.every((one) => one.key !== key)),
  }
  return numberedOf(saved).reduce((now, { key }, place) => {
    const was = sent[place]
    const is = shown.find((one) => one.key === was?.key)
    if (is === undefined) return withRule(now, saved, key, null)
    const fields = was ? differing(is.rule, was.rule) : []
    return fields.length === 0
      ? now
      : withRule(now, saved, key, Object.fromEntries(fields.map((field) => [field, is.rule[field]])))
  }, left)
}

type Keyed = { readonly key: string; readonly rule: TypedRule }

/**
 * The rules in use, each by its category, and by its number if several have the same. Where somebody else added or removed
 * one of those, the numbers say no more which is which: a changed rule keeps its key only as long as it is as it was.
 */
function keyed(rules: readonly SaleRule[], changed: RuleDraft['changed']): readonly Keyed[] {
  const numbered = numberedOf(rules)
  const gone = new Map(Object.entries(changed).filter(([key]) => numbered.every((one) => one.key !== key)))
  return numbered.map((one) => {
    const [was] = [...gone].find(([, { over }]) => isSame(one.rule, over)) ?? []
    if (was === undefined) return one
    gone.delete(was)
    return { ...one, key: was }
  })
}

function numberedOf(rules: readonly SaleRule[]): readonly Keyed[] {
  const alike = (category: string, of = rules) => of.filter((one) => one.category === category).length
  return rules.map((rule, place) => ({
    key: `${alike(rule.category, rules.slice(0, place + 1))}/${alike(rule.category)} ${rule.category}`,
    rule: typedOf(rule),
  }))
}

const isSame = (one: TypedRule, other: TypedRule): boolean => differing(one, other).length === 0

const typedOf = ({ category, age, hours, weekdays, monthDays, dates }: SaleRule): TypedRule => ({
  category,
  age: String(age),
  from: hours?.from ?? '',
  to: hours?.to ?? '',
  weekdays,
  monthDays: monthDays.join(', '),
  dates: dates.join(', '),
})

/** The typed rule. The main process refuses invalid times, days and dates. */
export const ruleOf = ({ category, age, from, to, weekdays, monthDays, dates }: TypedRule): SaleRule => ({
  category,
  age: age.trim() === '' ? 0 : Number(age),
  hours: from.trim() === '' && to.trim() === '' ? null : { from: clockOf(from), to: clockOf(to) },
  weekdays: [...weekdays].sort(),
  monthDays: listed(monthDays).map(Number),
  dates: listed(dates),
})

const listed = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '')

/** "8:00" and "8" are "08:00"; nothing is midnight. */
function clockOf(typed: string): string {
  if (typed.trim() === '') return '00:00'
  const [, hour, minute = '00'] = /^(\d{1,2})(?::(\d{2}))?$/.exec(typed.trim()) ?? []
  return hour === undefined ? typed : `${hour.padStart(2, '0')}:${minute}`
}
