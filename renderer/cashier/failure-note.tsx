import type { Failure } from '../../shared/failure.ts'
import { Note, type NoteTone } from '../kit/index.ts'
import { failureText, serviceWords, useText } from './text.ts'

type FailureNoteProps = {
  readonly failure: Failure | null
  readonly tone?: NoteTone
  readonly title?: string
  readonly todo?: string
  readonly testId?: string
}

/** What went wrong and what to do, in words; the service's own words beneath. */
export function FailureNote({ failure, tone = 'bad', title, todo, testId }: FailureNoteProps) {
  const say = useText()
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
