import { Button } from 'react-aria-components'
import type { Connection } from '../../../shared/ipc/index.ts'
import { classNames, Icon, type IconName } from '../../kit/index.ts'
import { ageWords, clockTime, useNow } from '../moment.ts'
import { showRoom, useView } from '../store.ts'
import { type Say, useText } from '../text.ts'
import styles from './frame.module.css'

const ICONS: Readonly<Record<Connection['state'], IconName>> = {
  connected: 'link',
  disconnected: 'unlink',
  untried: 'question',
}

/** The line in words, shape and colour; how many sales wait and how old the oldest is. Pressed, it shows them. */
export function ConnectionPill() {
  const say = useText()
  const connection = useView((view) => view.connection)
  const waiting = useView((view) => view.waiting)
  const now = useNow(5000)
  const oldest =
    waiting.oldestAt === null
      ? null
      : say('connection.oldest', { age: ageWords(say, now - waiting.oldestAt) })
  const count = waiting.count === 0 ? null : say('connection.waiting', { count: waiting.count })
  const words = [connectionWords(say, connection), count, count === null ? null : oldest]
  return (
    <Button
      className={classNames(styles.pill, styles[connection.state])}
      preventFocusOnPress
      onPress={() => showRoom('waiting')}
      data-testid="connection"
    >
      <Icon name={ICONS[connection.state]} size={18} />
      <span role="status">{words.filter((word) => word !== null).join(' · ')}</span>
    </Button>
  )
}

function connectionWords(say: Say, connection: Connection): string {
  if (connection.state !== 'disconnected') return say(`connection.${connection.state}`)
  if (connection.failure.name === 'PASSWORD_NEEDED') return say('connection.locked')
  return say('connection.disconnected', { time: clockTime(connection.since) })
}
