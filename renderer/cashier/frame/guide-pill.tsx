import { Button } from 'react-aria-components'
import { isOver } from '../../../shared/guide.ts'
import { classNames, Icon } from '../../kit/index.ts'
import { call } from '../call.ts'
import { showRoom, useView } from '../store.ts'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import styles from './frame.module.css'

/** The way back to a guide that was left before its end. */
export function GuidePill() {
  const say = useText()
  const guide = useView((view) => view.settings.guide)
  const opening = useCommand()
  if (guide.open || isOver(guide)) return null
  const open = async () => {
    const reply = await opening.run(() => call('keepGuide', { ...guide, open: true }))
    if (reply?.ok) showRoom('till')
  }
  return (
    <Button
      className={classNames(styles.pill, styles.queued)}
      preventFocusOnPress
      onPress={() => void open()}
      isPending={opening.pending}
      data-testid="guide-pill"
    >
      <Icon name="settings" size={18} />
      {say('guide.pill')}
    </Button>
  )
}
