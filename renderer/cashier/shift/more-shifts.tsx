import { PressButton } from '../../kit/index.ts'
import { useText } from '../text.ts'

type MoreShiftsProps = { readonly rest: number; readonly onMore: () => void }

/** Below a list of shifts that does not have all of them. */
export function MoreShifts({ rest, onMore }: MoreShiftsProps) {
  const say = useText()
  if (rest === 0) return null
  return (
    <PressButton onPress={onMore} testId="shifts-more">
      {say('list.more', { count: rest.toLocaleString('en-US') })}
    </PressButton>
  )
}
