import { Note } from '../../kit/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { useText } from '../text.ts'
import type { Situation } from './situation.ts'

type Props = { readonly situation: Situation; readonly forever: boolean }

/** What is in the way and what to do; with nothing in the way, that the QR does not run out. */
export function SituationNote({ situation, forever }: Props) {
  const say = useText()
  const { failure, todo } = situation
  if (failure !== null) {
    return (
      <FailureNote
        failure={failure}
        tone="warn"
        {...(todo === null ? {} : { todo })}
        testId="paying-failure"
      />
    )
  }
  if (todo !== null) return <Note tone={situation.tone}>{todo}</Note>
  return forever ? <Note tone="plain">{say('paying.forever')}</Note> : null
}
