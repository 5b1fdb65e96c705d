import styles from './empty.module.css'
import { Icon, type IconName } from './icon.tsx'

type EmptyProps = { readonly icon: IconName; readonly title: string; readonly todo: string }

/** Nothing here, and what would bring something. */
export const Empty = ({ icon, title, todo }: EmptyProps) => (
  <div className={styles.empty}>
    <span className={styles.figure}>
      <Icon name={icon} size={30} />
    </span>
    <strong>{title}</strong>
    <p>{todo}</p>
  </div>
)
