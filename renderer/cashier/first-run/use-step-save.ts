import { useEffect, useRef } from 'react'
import type { SavedSettings } from '../../../shared/settings.ts'
import { call } from '../call.ts'
import { wrongFields } from '../settings/index.ts'
import { useCommand } from '../use-command.ts'

/** Saves one step's part; a refusal leads to the first field that it is about. */
export function useStepSave() {
  const saving = useCommand()
  const part = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (saving.failure !== null)
      part.current?.querySelector<HTMLElement>('[data-invalid]:is(input, select)')?.focus()
  }, [saving.failure])
  return {
    part,
    pending: saving.pending,
    failure: saving.failure,
    wrong: wrongFields(saving.failure),
    save: async (settings: SavedSettings & { readonly takeOver?: boolean }): Promise<boolean> =>
      (await saving.run(() => call('saveSettings', settings)))?.ok === true,
  }
}
