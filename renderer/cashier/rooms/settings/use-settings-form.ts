import { type FormEvent, type RefObject, useState } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import type { SavedSettings } from '../../../../shared/shop/settings.ts'
import { call, type RequestOf } from '../../page/call.ts'
import { useDraft } from '../../page/draft.ts'
import { announce } from '../../page/store.ts'
import { useText } from '../../page/text.ts'
import { useCommand } from '../../page/use-command.ts'
import { useFocusOnWrong } from '../../page/use-focus-on-wrong.ts'
import type { SettingTexts } from './draft.ts'

/** The fields that a refusal names: "shop.taxpayerNumber, printer.port". Empty for other refusals. */
export function wrongFields(failure: Failure | null): ReadonlySet<string> {
  if (failure?.name !== 'FIELDS_INVALID' || failure.detail === null) return new Set()
  return new Set(failure.detail.split(',').map((path) => path.trim()))
}

export type SettingsSave = {
  /** After a refusal the focus moves to the first wrong field of the form with this ref. */
  readonly form: RefObject<HTMLFormElement | null>
  readonly pending: boolean
  /** A refusal that names no fields. */
  readonly failure: Failure | null
  /** The refused fields whose text was not changed since. */
  readonly wrong: ReadonlySet<string>
  readonly forget: () => void
  /** Resolves to false after a refusal. */
  readonly save: (settings: RequestOf<'saveSettings'>) => Promise<boolean>
}

/** Saves settings as they are typed now. */
export function useSettingsSave(texts: SettingTexts): SettingsSave {
  const { run, pending, failure, forget } = useCommand()
  const [refused, setRefused] = useState(texts)
  const named = wrongFields(failure)
  return {
    form: useFocusOnWrong(failure),
    pending,
    failure: named.size > 0 ? null : failure,
    wrong: new Set([...named].filter((path) => texts[path] === refused[path])),
    forget,
    save: async (settings) => {
      setRefused(texts)
      return (await run(() => call('saveSettings', settings)))?.ok === true
    },
  }
}

/** A form of settings that are saved together. */
export function useSettingsForm(
  name: string,
  inUse: SettingTexts,
  settingsOf: (texts: SettingTexts) => SavedSettings,
) {
  const say = useText()
  const { shown, unsaved, ...draft } = useDraft(name, inUse)
  const saving = useSettingsSave(shown)
  const [saved, setSaved] = useState(false)
  const save = async (more: { readonly takeOver?: true } = {}) => {
    if (!(await saving.save({ ...settingsOf(shown), ...more }))) return
    draft.saved(shown)
    setSaved(true)
    announce(say('settings.saved'))
  }
  return {
    ...saving,
    draft: shown,
    unsaved,
    /** Saved, and not changed since. */
    saved,
    save,
    change: (part: SettingTexts) => {
      setSaved(false)
      draft.type(part)
    },
    takeBack: () => {
      saving.forget()
      draft.takeBack()
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      void save()
    },
  }
}
