import { useEffect, useRef } from 'react'
import { Icon, PressButton } from '../../kit/index.ts'
import { ageWords } from '../moment.ts'
import { forgetAgain, usePage, useView } from '../store.ts'
import { failureText, useText } from '../text.ts'
import styles from './recovery.module.css'

/** Messages about the whole till: a full disk, a wrong clock, overdue copies, a reloaded page. */
export function Banners() {
  const say = useText()
  const storage = useView((view) => view.storage)
  const copies = useView((view) => view.copiesOverdue)
  const behind = useView((view) => view.clockBehindMs)
  return (
    <div className={styles.banners}>
      {storage === null ? null : (
        <p className={styles.bad} role="alert">
          <Icon name="warning" size={18} />
          {failureText(say, storage)}
        </p>
      )}
      {behind === null ? null : (
        <p className={styles.warn} role="status">
          <Icon name="clock" size={18} />
          {say('clock.behind', { age: ageWords(say, behind) })}
        </p>
      )}
      {copies === null ? null : (
        <p className={styles.warn} role="status">
          <Icon name="warning" size={18} />
          {say('copies.overdue', { reason: failureText(say, copies) })}
        </p>
      )}
      <Again />
    </div>
  )
}

/** The page failed and was reloaded. The message goes with an acknowledgement or with the next sale. */
function Again() {
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
      <PressButton size="small" tone="subtle" onPress={forgetAgain}>
        {say('again.seen')}
      </PressButton>
    </div>
  )
}
