import { call, type RequestOf } from '../../page/call.ts'
import { useCommand } from '../../page/use-command.ts'
import { useFocusOnWrong } from '../../page/use-focus-on-wrong.ts'
import { wrongFields } from './field-errors.ts'

/** Saves the settings of a form. After a refusal the focus moves to the first wrong field. */
export function useSettingsSave() {
  const { run, pending, failure, forget } = useCommand()
  const form = useFocusOnWrong(failure)
  return {
    form,
    pending,
    failure,
    forget,
    wrong: wrongFields(failure),
    /** Resolves to false after a refusal. */
    save: async (settings: RequestOf<'saveSettings'>): Promise<boolean> =>
      (await run(() => call('saveSettings', settings)))?.ok === true,
  }
}
