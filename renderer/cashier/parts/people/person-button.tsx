import { Button } from 'react-aria-components'
import { Aloud, Icon } from '../../../kit/index.ts'
import { call, say, useCommand, useView } from '../../page/index.ts'
import { SHORTCUTS, useShortcut } from '../../page/shortcuts/index.ts'
import styles from './person-button.module.css'

/** The signed-in person. A press or the key locks the till. */
export function PersonButton() {
  const person = useView((view) => view.person)
  const locking = useCommand()
  const lock = () => void locking.run(() => call('lock'))
  useShortcut('lock', lock, person !== null)
  if (person === null) return null
  return (
    <Button className={styles.person ?? ''} preventFocusOnPress onPress={lock} data-testid="person">
      <Icon name="person" size={18} />
      <span className={styles.name}>{person.name}</span>
      <span className={styles.role}>{say(`role.${person.role}`)}</span>
      <Aloud>{say('people.lock.key')}</Aloud>
      <span className={styles.lock}>
        <Icon name="lock" size={16} />
        <kbd>{SHORTCUTS.lock.shown}</kbd>
      </span>
    </Button>
  )
}
