import { type FormEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '../../../shared/failure.ts'
import type { Reply } from '../../../shared/page/index.ts'
import { useCommand } from './use-command.ts'
import { useFocusOnWrong } from './use-focus-on-wrong.ts'
import { createRoomStore } from './visit.ts'

/** What a person typed in a form, over what was in use when they typed it. Fields that were not typed follow what is in use. */
export type Draft<Fields extends object> = {
  readonly typed: Partial<Fields>
  /** For each typed field the value that was in use when it was typed first, or that a person chose to replace. */
  readonly over: Partial<Fields>
  /** What a save sent, until its answer. These fields stay typed meanwhile, also if they are typed back as they were. */
  readonly sent: Partial<Fields>
}

export const NOTHING_TYPED: Draft<object> = { typed: {}, over: {}, sent: {} }

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

const without = <Fields extends object>(fields: Partial<Fields>, others: Partial<Fields>): Partial<Fields> =>
  picked(fields, (name) => !(name in others))

export const isTyped = ({ typed }: Draft<object>): boolean => Object.keys(typed).length > 0

/** The fields as the form shows them. */
export const shownOver = <Fields extends object>(inUse: Fields, { typed }: Draft<Fields>): Fields => ({
  ...inUse,
  ...typed,
})

/** The typed fields that somebody else changed meanwhile to another value, with that value. */
export const changedMeanwhile = <Fields extends object>(
  inUse: Fields,
  { typed, over, sent }: Draft<Fields>,
): Partial<Fields> =>
  picked(inUse, (name) => {
    const isOwn = !(name in typed) || name in sent || isSame(inUse[name], typed[name])
    return !isOwn && !isSame(inUse[name], over[name])
  })

/** The draft with these changes. A field that is as in use is no longer typed. */
export function withTyped<Fields extends object>(
  draft: Draft<Fields>,
  inUse: Fields,
  changes: Partial<Fields>,
): Draft<Fields> {
  const all = { ...draft.typed, ...changes } as Fields
  const typed = picked(all, (name) => name in draft.sent || !isSame(all[name], inUse[name]))
  const over = picked({ ...inUse, ...draft.over }, (name) => name in typed && name in draft.typed)
  return { ...draft, typed, over: { ...picked(inUse, (name) => name in typed), ...over } }
}

/** The draft after a person chose what they typed in this field over what somebody else changed it to. */
export const withKept = <Fields extends object>(
  draft: Draft<Fields>,
  inUse: Fields,
  field: Name<Fields>,
): Draft<Fields> => ({ ...draft, over: { ...draft.over, [field]: inUse[field] } })

export const whileSaving = <Fields extends object>(
  draft: Draft<Fields>,
  sent: Partial<Fields>,
): Draft<Fields> => ({ ...draft, sent: { ...draft.sent, ...sent } })

/** The draft after `sent` was saved, which is now in use as `stored`: what was typed meanwhile stays. */
export function afterSave<Fields extends object>(
  draft: Draft<Fields>,
  stored: Fields,
  sent: Partial<Fields>,
): Draft<Fields> {
  const typed = picked(draft.typed, (name) => !(name in sent && isSame(draft.typed[name], sent[name])))
  const over = picked({ ...draft.over, ...picked(stored, (name) => name in sent) }, (name) => name in typed)
  return { typed, over, sent: without(draft.sent, sent) }
}

export const afterRefusal = <Fields extends object>(
  draft: Draft<Fields>,
  inUse: Fields,
  sent: Partial<Fields>,
): Draft<Fields> => withTyped({ ...draft, sent: without(draft.sent, sent) }, inUse, {})

/** Reads and keeps the draft of a form: in the memory of the page, or in the settings for the guide. */
export type DraftStore<Fields extends object> = {
  /** As it is now: keys come faster than renderings. */
  readonly now: () => Draft<Fields>
  readonly keep: (draft: Draft<Fields>) => void
}

/** The drafts of the forms, by a name for each. */
const drafts = createRoomStore<{ readonly [form: string]: Draft<Record<string, unknown>> }>({})

/** A draft that stays while another room or the lock screen is shown, until another person signs in. */
export function useDraft<Fields extends object>(form: string): DraftStore<Fields> {
  useTyped(form)
  return {
    now: () => (drafts.getState()[form] ?? NOTHING_TYPED) as Draft<Fields>,
    keep: (draft) => drafts.setState({ [form]: draft as unknown as Draft<Record<string, unknown>> }),
  }
}

/** Changes whenever something is typed in the form. */
export const useTyped = (form: string): object | undefined => useStore(drafts, (all) => all[form])

/** The fields that a refusal names: "shop.taxpayerNumber, printer.port". Empty for other refusals. */
export function wrongFields(failure: Failure | null): ReadonlySet<string> {
  if (failure?.name !== 'FIELDS_INVALID' || failure.detail === null) return new Set()
  return new Set(failure.detail.split(',').map((path) => path.trim()))
}

type FormParts<Fields extends object, Value> = {
  readonly draft: DraftStore<Fields>
  readonly inUse: Fields
  /** Which fields of the draft this form shows and saves. */
  readonly isShown?: (name: string, shown: Fields) => boolean
  /** The fields as they were stored, where `inUse` follows only after the answer. */
  readonly stored?: (saved: Value) => Partial<Fields>
  /** Saves the form. `typed`: the typed fields. */
  readonly send: (shown: Fields, typed: Partial<Fields>) => Promise<Reply<Value>>
}

/**
 * A form over stored values. A save sends what was typed and forgets no more than that; what somebody else changed meanwhile
 * is asked about before.
 */
export function useForm<Fields extends object, Value>(parts: FormParts<Fields, Value>) {
  const { draft, isShown = () => true } = parts
  const { run, pending, failure, forget } = useCommand()
  const form = useFocusOnWrong(failure)
  const latest = useRef(parts)
  latest.current = parts
  const [refused, setRefused] = useState<Fields | null>(null)
  const [isSaved, setSaved] = useState(false)
  const look = () => {
    const { inUse } = latest.current
    const shown = shownOver(inUse, draft.now())
    const isMine = (name: string) => isShown(name, shown)
    return { inUse, shown, isMine, meanwhile: picked(changedMeanwhile(inUse, draft.now()), isMine) }
  }
  const { inUse, shown, isMine, meanwhile } = look()
  const unsaved = new Set(differing(shown, inUse).filter(isMine))
  const named = wrongFields(failure)
  /** Resolves to null if nothing was saved. */
  const save = async (send = latest.current.send): Promise<Value | null> => {
    const now = look()
    if (Object.keys(now.meanwhile).length > 0) {
      form.current?.querySelector<HTMLElement>('[data-meanwhile] button')?.focus()
      return null
    }
    const sent = picked(draft.now().typed as Fields, now.isMine)
    const reply = await run(() => {
      setRefused(now.shown)
      setSaved(false)
      draft.keep(whileSaving(draft.now(), sent))
      return send(now.shown, sent)
    })
    if (reply === null) return null
    const { inUse, stored } = latest.current
    draft.keep(
      reply.ok
        ? afterSave(draft.now(), { ...inUse, ...stored?.(reply.value) }, sent)
        : afterRefusal(draft.now(), inUse, sent),
    )
    setSaved(reply.ok)
    return reply.ok ? reply.value : null
  }
  return {
    form,
    shown,
    unsaved,
    meanwhile,
    pending,
    failure,
    /** A refusal that names no field of this form. */
    untold: [...named].some((name) => name in shown && isMine(name)) ? null : failure,
    /** The refused fields whose text was not changed since. */
    wrong: new Set(
      [...named].filter((name) => isSame(shown[name as Name<Fields>], refused?.[name as Name<Fields>])),
    ),
    /** Saved, and not changed since. */
    saved: isSaved && unsaved.size === 0,
    type: (changes: Partial<Fields>) => {
      setSaved(false)
      draft.keep(withTyped(draft.now(), inUse, changes))
    },
    keepMine: (field: Name<Fields>) => draft.keep(withKept(draft.now(), inUse, field)),
    takeBack: () => {
      forget()
      const { typed, over, sent } = draft.now()
      draft.keep({ typed: picked(typed as Fields, (name) => !isMine(name)), over, sent })
    },
    forget,
    save,
    submit: (event: FormEvent) => {
      event.preventDefault()
      void save()
    },
  }
}
