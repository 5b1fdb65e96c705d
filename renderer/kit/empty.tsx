import styles from './empty.module.css'
import { type IconName, RoundIcon } from './icon.tsx'

type EmptyProps = { readonly icon: IconName; readonly title: string; readonly todo: string }

/** Says that a list is empty, and how to fill it. */
export const Empty = ({ icon, title, todo }: EmptyProps) => (
  <div className={styles.empty}>
    <RoundIcon name={icon} size={30} around={68} />
    <strong>{title}</strong>
    <p>{todo}</p>
  </div>
)
