import type { ReactNode } from 'react'
import { Icon, PressButton } from '../../../kit/index.ts'
import styles from './books.module.css'

type Step = { readonly label: string; readonly onPress: (() => void) | null }

/** A choice between a step back and a step on. `onPress` is null where there is no such step. */
export function Chooser(props: { readonly back: Step; readonly on: Step; readonly children: ReactNode }) {
  const button = ({ label, onPress }: Step, icon: ReactNode) => (
    <PressButton label={label} disabled={onPress === null} onPress={() => onPress?.()}>
      {icon}
    </PressButton>
  )
  const icon = <Icon name="back" size={20} />
  return (
    <div className={styles.chooser}>
      {button(props.back, icon)}
      {props.children}
      {button(props.on, <span className={styles.turned}>{icon}</span>)}
    </div>
  )
}
