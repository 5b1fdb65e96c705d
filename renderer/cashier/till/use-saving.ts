import { useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import type { Reply } from '../../../shared/ipc/index.ts'
import { useAct } from '../use-act.ts'

export type Step<Field> = { readonly field: Field; readonly save: () => Promise<Reply<unknown>> }

export type Saving<Field> = {
  /** Saves what was changed, one after the other; stops at the first that is refused. True where all went well. */
  readonly run: (steps: readonly Step<Field>[], saved: (field: Field) => void) => Promise<boolean>
  readonly pending: boolean
  /** What was refused, and the field that it is about. */
  readonly refused: { readonly field: Field; readonly failure: Failure } | null
}

/** For a form whose fields are acts of their own. */
export function useSaving<Field>(): Saving<Field> {
  const act = useAct()
  const [field, setField] = useState<Field | null>(null)
  const run: Saving<Field>['run'] = async (steps, saved) => {
    for (const step of steps) {
      const reply = await act.run(step.save)
      if (!reply?.ok) {
        setField(step.field)
        return false
      }
      saved(step.field)
    }
    return true
  }
  const refused = act.failure === null || field === null ? null : { field, failure: act.failure }
  return { run, pending: act.pending, refused }
}
