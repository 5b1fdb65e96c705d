import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import type { Reply } from '../../../shared/ipc/index.ts'
import { useCommand } from '../use-command.ts'
import type { Flush } from './cart-lines.tsx'

export type Step<Typed> = {
  readonly field: keyof Typed
  /** What is kept once it went well. */
  readonly keeps: Partial<Typed>
  readonly save: () => Promise<Reply<unknown>>
}

/** What was refused, and the field that it is about. */
export type Refused<Typed> = { readonly field: keyof Typed; readonly failure: Failure } | null

type SavedFieldsProps<Typed> = {
  readonly opened: Typed
  /** The commands that make the stored values what is typed. */
  readonly stepsOf: (had: Typed, typed: Typed) => readonly Step<Typed>[]
  readonly onClose: () => void
  readonly flush: RefObject<Flush | null>
}

/** A form in the cart whose fields are commands of their own. It closes once all of them went well. */
export function useSavedFields<Typed extends object>(props: SavedFieldsProps<Typed>) {
  const { opened, stepsOf, onClose, flush } = props
  const { run, pending, refused } = useSaving<Typed>()
  /** What the fields were opened with: only what a person changed since is saved, whatever a scan did to the line. */
  const had = useRef(opened)
  const [typed, setTyped] = useState(opened)
  /** The same before it is drawn: a key does not wait for the screen. */
  const inFields = useRef(typed)
  const closed = useRef(false)
  const type = (part: Partial<Typed>) => {
    inFields.current = { ...inFields.current, ...part }
    setTyped(inFields.current)
  }
  const close = () => {
    // Saved twice, it is closed once: what was opened meanwhile keeps the keyboard.
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
    /** Changed and saved by one press. */
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
   * Saves what was changed, one after the other; stops at the first that is refused. True where all went well. Asked
   * while it is at it, it goes over the fields again afterwards: a key that is quicker than the answer is not lost.
   */
  readonly run: (
    steps: () => readonly Step<Typed>[],
    kept: (part: Partial<Typed>) => void,
  ) => Promise<boolean>
  readonly pending: boolean
  readonly refused: Refused<Typed>
}

function useSaving<Typed>(): Saving<Typed> {
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
