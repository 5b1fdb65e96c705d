import { type FormEvent, useState } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import type { SavedSettings } from '../../../../shared/settings.ts'
import { call } from '../../call.ts'
import { announce } from '../../store.ts'
import { useText } from '../../text.ts'
import { useCommand } from '../../use-command.ts'
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

/** A form of settings with its own save button. It shows the stored values until somebody types, and again after saving. */
export function useSavedForm<Typed extends object>(
  stored: Typed,
  settingsOf: (typed: Typed) => SavedSettings,
): SavedForm<Typed> {
  const say = useText()
  const { run, pending, failure } = useCommand()
  const [draft, setDraft] = useState<Typed | null>(null)
  const [saved, setSaved] = useState(false)
  const typed = draft ?? stored
  const send = async () => {
    const reply = await run(() => call('saveSettings', settingsOf(typed)))
    if (!reply?.ok) return
    setDraft(null)
    setSaved(true)
    announce(say('settings.saved'))
  }
  return {
    typed,
    change: (part) => {
      setSaved(false)
      setDraft({ ...typed, ...part })
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
