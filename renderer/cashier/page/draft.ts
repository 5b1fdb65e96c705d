import { useStore } from 'zustand'
import { createRoomStore } from './visit.ts'

/** What a person typed in a form, over what was in use when they typed it. Fields that were not typed follow what is in use. */
export type Draft<Fields extends object> = {
  readonly typed: Partial<Fields>
  /** For each typed field the value that was in use when it was typed first. */
  readonly over: Fields
}

type Name<Fields> = keyof Fields & string

export const differing = <Fields extends object>(one: Fields, other: Fields): readonly Name<Fields>[] =>
  namesOf(one).filter((field) => !isSame(one[field], other[field]))

const namesOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as Name<Fields>[]

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const picked = <Fields extends object>(
  fields: Fields,
  fits: (name: Name<Fields>) => boolean,
): Partial<Fields> =>
  Object.fromEntries(
    namesOf(fields).flatMap((name) => (fits(name) ? [[name, fields[name]]] : [])),
  ) as Partial<Fields>

/** The fields as the form shows them. */
export const shownOver = <Fields extends object>(inUse: Fields, draft: Draft<Fields> | null): Fields => ({
  ...inUse,
  ...draft?.typed,
})

/** The typed fields that somebody else changed meanwhile to another value, with that value. */
export const changedMeanwhile = <Fields extends object>(
  inUse: Fields,
  { typed, over }: Draft<Fields>,
): Partial<Fields> =>
  picked(
    inUse,
    (name) => name in typed && !isSame(inUse[name], over[name]) && !isSame(inUse[name], typed[name]),
  )

/** The draft with these changes. A field that is as in use is no longer typed; without typed fields there is no draft. */
export function withTyped<Fields extends object>(
  draft: Draft<Fields> | null,
  inUse: Fields,
  changes: Partial<Fields>,
): Draft<Fields> | null {
  const all: Partial<Fields> = { ...draft?.typed, ...changes }
  const typed = picked(all as Fields, (name) => !isSame(all[name], inUse[name]))
  const before = draft === null ? {} : picked(draft.over, (name) => name in draft.typed)
  return Object.keys(typed).length === 0 ? null : { typed, over: { ...inUse, ...before } }
}

/** The draft after `sent` was saved: what was typed meanwhile stays. */
export function afterSave<Fields extends object>(
  draft: Draft<Fields> | null,
  sent: Fields,
): Draft<Fields> | null {
  return draft && withTyped(null, sent, draft.typed)
}

type Drafts = Readonly<Record<string, Draft<Record<string, unknown>>>>

/** The drafts of the forms, by a name for each. */
const drafts = createRoomStore<{ readonly all: Drafts }>({ all: {} })

export type DraftHand<Fields extends object> = {
  readonly shown: Fields
  /** The fields that a save would change. */
  readonly unsaved: ReadonlySet<Name<Fields>>
  readonly type: (changes: Partial<Fields>) => void
  readonly takeBack: () => void
  /** Ends the draft of what was saved. */
  readonly saved: (sent: Fields) => void
}

/** What is typed in a form: it stays while another room or the lock screen is shown, until another person signs in. */
export function useDraft<Fields extends object>(form: string, inUse: Fields): DraftHand<Fields> {
  useTyped(form)
  const now = () => (drafts.getState().all[form] ?? null) as Draft<Fields> | null
  const keep = (draft: Draft<Fields> | null) =>
    drafts.setState(({ all: { [form]: _before, ...others } }) => ({
      all: draft === null ? others : { ...others, [form]: draft as unknown as Drafts[string] },
    }))
  const shown = shownOver(inUse, now())
  return {
    shown,
    unsaved: new Set(differing(shown, inUse)),
    type: (changes) => keep(withTyped(now(), inUse, changes)),
    takeBack: () => keep(null),
    saved: (sent) => keep(afterSave(now(), sent)),
  }
}

/** Changes whenever something is typed in the form. */
export const useTyped = (form: string): object | null => useStore(drafts, ({ all }) => all[form] ?? null)
