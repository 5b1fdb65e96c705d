import { useRef, useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import type { Reply } from '../../../shared/ipc/index.ts'
import { useCommand } from '../use-command.ts'

export type Step<Typed> = {
  readonly field: keyof Typed
  /** What is kept once it went well. */
  readonly keeps: Partial<Typed>
  readonly save: () => Promise<Reply<unknown>>
}

export type Saving<Typed> = {
  /**
   * Saves what was changed, one after the other; stops at the first that is refused. True where all went well. Asked
   * while it is at it, it goes over the fields again afterwards: a key that is quicker than the answer is not lost.
   */
  readonly run: (
    steps: () => readonly Step<Typed>[],
    kept: (part: Partial<Typed>) => void,
  ) => Promise<boolean>
  readonly pending: boolean
  /** What was refused, and the field that it is about. */
  readonly refused: { readonly field: keyof Typed; readonly failure: Failure } | null
}

/** For a form whose fields are acts of their own. */
export function useSaving<Typed>(): Saving<Typed> {
  const act = useCommand()
  const [field, setField] = useState<keyof Typed | null>(null)
  const before = useRef(Promise.resolve(true))
  const saveAll = async (steps: readonly Step<Typed>[], kept: (part: Partial<Typed>) => void) => {
    for (const step of steps) {
      const reply = await act.run(step.save)
      if (!reply?.ok) {
        setField(step.field)
        return false
      }
      kept(step.keeps)
    }
    return true
  }
  const run: Saving<Typed>['run'] = (steps, kept) => {
    before.current = before.current.then(() => saveAll(steps(), kept))
    return before.current
  }
  const refused = act.failure === null || field === null ? null : { field, failure: act.failure }
  return { run, pending: act.pending, refused }
}
