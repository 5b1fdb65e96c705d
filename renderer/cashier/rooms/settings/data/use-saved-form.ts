import { type FormEvent, useState } from 'react'
import type { Failure } from '../../../../../shared/failure.ts'
import type { SavedSettings } from '../../../../../shared/shop/settings.ts'
import { call } from '../../../page/call.ts'
import { announce } from '../../../page/store.ts'
import { useText } from '../../../page/text.ts'
import { useCommand } from '../../../page/use-command.ts'
import { wrongFields } from '../field-errors.ts'

export type SavedForm<Typed> = {
  readonly typed: Typed
  readonly change: (part: Partial<Typed>) => void
  readonly submit: (event: FormEvent) => void
  readonly pending: boolean
  /** Saved, and not changed since. */
  readonly saved: boolean
  readonly wrong: ReadonlySet<string>
  readonly failure: Failure | null
}

/**
 * A form of settings with its own save button. A field shows the stored value until somebody types in it, and again after
 * saving. So saving changes only the fields that were typed, even if others were changed elsewhere meanwhile.
 */
export function useSavedForm<Typed extends object>(
  stored: Typed,
  settingsOf: (typed: Typed) => SavedSettings,
): SavedForm<Typed> {
  const say = useText()
  const { run, pending, failure } = useCommand()
  const [draft, setDraft] = useState<Partial<Typed>>({})
  const [saved, setSaved] = useState(false)
  const typed = { ...stored, ...draft }
  const send = async () => {
    const reply = await run(() => call('saveSettings', settingsOf(typed)))
    if (!reply?.ok) return
    setDraft({})
    setSaved(true)
    announce(say('settings.saved'))
  }
  return {
    typed,
    change: (part) => {
      setSaved(false)
      setDraft((before) => ({ ...before, ...part }))
    },
    submit: (event) => {
      event.preventDefault()
      void send()
    },
    pending,
    saved,
    wrong: wrongFields(failure),
    failure,
  }
}
