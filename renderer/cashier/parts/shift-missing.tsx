import { PressButton } from '../../kit/index.ts'
import { showRoom } from '../page/store.ts'
import { useText } from '../page/text.ts'
import styles from './shift.module.css'

/** Replaces the payment buttons while no shift is open and the shop requires one. Goods can be added meanwhile. */
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
