import type { Failure } from '../../../shared/failure.ts'
import { Hint, Note, type NoteTone } from '../../kit/index.ts'
import { failureText, say, serviceWords } from '../page/index.ts'

type FailureNoteProps = {
  readonly failure: Failure | null
  readonly tone?: NoteTone
  readonly title?: string
  readonly todo?: string
  readonly testId?: string
}

/** A failure: what went wrong and what to do, and the service's message below. */
export function FailureNote({ failure, tone = 'bad', title, todo, testId }: FailureNoteProps) {
  if (failure === null) return null
  const detail = serviceWords(failure)
  return (
    <Note tone={tone} {...(title === undefined ? {} : { title })} testId={testId ?? 'failure'}>
      <span>{failureText(say, failure)}</span>
      {detail === null ? null : <span>{say('failure.detail', { detail })}</span>}
      {todo === undefined ? null : <span>{todo}</span>}
    </Note>
  )
}

type UnansweredProps = { readonly failure: Failure | null; readonly words?: string }

/** Shown until an answer comes, or when it is a refusal. */
export const Unanswered = ({ failure, words }: UnansweredProps) =>
  failure === null ? <Hint>{words ?? say('history.loading')}</Hint> : <FailureNote failure={failure} />
