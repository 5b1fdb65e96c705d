import { PressButton } from '../../kit/index.ts'
import { say } from '../page/index.ts'
import { useFocusOnNew } from '../page/use-focus-on-new.ts'

type ShowMoreProps = {
  /** How many rows the list shows. */
  readonly shown: number
  /** How many rows it does not show. */
  readonly rest: number
  readonly onMore: () => void
  readonly pending?: boolean
  /** In place of "Show more". */
  readonly words?: string
  readonly testId?: string
}

/** The button below a list that does not show all its rows, as the next element beside the list. */
export function ShowMore({ shown, rest, onMore, pending = false, words, testId }: ShowMoreProps) {
  const { more, follow } = useFocusOnNew(shown)
  if (rest <= 0) return null
  const press = () => {
    follow()
    onMore()
  }
  return (
    <div ref={more}>
      <PressButton
        tone={words === undefined ? 'plain' : 'subtle'}
        pending={pending}
        onPress={press}
        {...(testId === undefined ? {} : { testId })}
      >
        {words ?? say('list.more', { count: rest.toLocaleString('en-US') })}
      </PressButton>
    </div>
  )
}
