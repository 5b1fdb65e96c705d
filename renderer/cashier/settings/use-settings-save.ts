import { useEffect, useRef } from 'react'
import { call, type RequestOf } from '../call.ts'
import { useCommand } from '../use-command.ts'
import { wrongFields } from './field-errors.ts'

/** Saves the settings that a form holds. A refusal moves the keyboard to the first field that it is about. */
export function useSettingsSave() {
  const { run, pending, failure } = useCommand()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure !== null)
      form.current?.querySelector<HTMLElement>('[data-invalid]:is(input, select, textarea)')?.focus()
  }, [failure])
  return {
    form,
    pending,
    failure,
    wrong: wrongFields(failure),
    /** False where it was refused. */
    save: async (settings: RequestOf<'saveSettings'>): Promise<boolean> =>
      (await run(() => call('saveSettings', settings)))?.ok === true,
  }
}
