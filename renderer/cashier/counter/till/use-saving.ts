import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import type { Reply } from '../../../../shared/page/index.ts'
import { useCommand } from '../../page/index.ts'

/** Saves what is typed in an open form of the cart. Resolves to false after a refusal. */
export type Flush = () => Promise<boolean>

export type Step<Typed> = {
  readonly field: keyof Typed
  /** The fields to remember as saved after the command succeeded. */
  readonly keeps: Partial<Typed>
  readonly save: () => Promise<Reply<unknown>>
}

/** The failure of a refused command, and its field. */
export type Refused<Typed> = { readonly field: keyof Typed; readonly failure: Failure } | null

type SavedFieldsProps<Typed> = {
  readonly opened: Typed
  /** The commands that change the stored values to the typed ones. */
  readonly stepsOf: (had: Typed, typed: Typed) => readonly Step<Typed>[]
  readonly onClose: () => void
  readonly flush: RefObject<Flush | null>
}

/** A form in the cart that saves its fields by separate commands. It closes once all of them succeed. */
export function useSavedFields<Typed extends object>(props: SavedFieldsProps<Typed>) {
  const { opened, stepsOf, onClose, flush } = props
  const { run, pending, refused } = useSaving<Typed>()
  /** The last saved values. Only fields that a person changed are saved, even if a scan changed the line meanwhile. */
  const had = useRef(opened)
  const [typed, setTyped] = useState(opened)
  /** The typed values before they are rendered, because keys come faster. */
  const inFields = useRef(typed)
  const closed = useRef(false)
  const type = (part: Partial<Typed>) => {
    inFields.current = { ...inFields.current, ...part }
    setTyped(inFields.current)
  }
  const close = () => {
    // Two saves close the form once; the second must not close or refocus what was opened meanwhile.
    if (closed.current) return
    closed.current = true
    onClose()
  }
  const save = async (): Promise<boolean> => {
    const kept = (part: Partial<Typed>) => {
      had.current = { ...had.current, ...part }
    }
    if (!(await run(() => stepsOf(had.current, inFields.current), kept))) return false
    close()
    return true
  }
  useEffect(() => {
    flush.current = save
    return () => {
      flush.current = null
    }
  })
  return {
    typed,
    had: had.current,
    pending,
    refused,
    type,
    close,
    /** Changes a field and saves it. */
    typeAndSave: (part: Partial<Typed>) => {
      type(part)
      void save()
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      void save()
    },
  }
}

type Saving<Typed> = {
  /**
   * Runs the commands in order and stops at the first refusal. Resolves to whether all succeeded. A call during a run
   * waits for it and then computes the commands again, so that no keystroke is lost.
   */
  readonly run: (
    steps: () => readonly Step<Typed>[],
    kept: (part: Partial<Typed>) => void,
  ) => Promise<boolean>
  readonly pending: boolean
  readonly refused: Refused<Typed>
}

function useSaving<Typed>(): Saving<Typed> {
  const action = useCommand()
  const [field, setField] = useState<keyof Typed | null>(null)
  const before = useRef(Promise.resolve(true))
  const saveAll = async (steps: readonly Step<Typed>[], kept: (part: Partial<Typed>) => void) => {
    for (const step of steps) {
      const reply = await action.run(step.save)
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
  const refused = action.failure === null || field === null ? null : { field, failure: action.failure }
  return { run, pending: action.pending, refused }
}
