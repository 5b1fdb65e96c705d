import { useEffect, useRef } from 'react'
import { Icon, PressButton } from '../../kit/index.ts'
import { forgetAgain, usePage, useView } from '../store.ts'
import { useText } from '../text.ts'
import styles from './recovery.module.css'

/** The page broke and is back: what is kept, and what to look at. It goes with the sale that it concerns, too. */
export function Again() {
  const again = usePage((page) => page.again)
  return again ? <AgainNote /> : null
}

function AgainNote() {
  const say = useText()
  const saleId = useView(({ counter }) => counter?.sale.id ?? null)
  const first = useRef(saleId)
  useEffect(() => {
    if (saleId !== first.current) forgetAgain()
  }, [saleId])
  return (
    <div className={styles.warn} role="status" data-testid="again-banner">
      <Icon name="warning" size={18} />
      <p>{say('again.words')}</p>
      <PressButton size="small" tone="quiet" onPress={forgetAgain} testId="again-seen">
        {say('again.seen')}
      </PressButton>
    </div>
  )
}
