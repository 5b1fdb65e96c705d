import { PressButton } from '../../kit/index.ts'
import { showRoom } from '../store.ts'
import { useText } from '../text.ts'
import styles from './shift.module.css'

/** In the place of the buttons that take money, where the shop sells in shifts alone. The goods are rung up meanwhile. */
export function ShiftMissing() {
  const say = useText()
  return (
    <div className={styles.missing}>
      <p>{say('shift.missing')}</p>
      <PressButton tone="main" size="large" wide onPress={() => showRoom('shift')}>
        {say('shift.open')}
      </PressButton>
    </div>
  )
}
