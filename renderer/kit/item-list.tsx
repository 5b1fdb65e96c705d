import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './item-list.module.css'

type ItemListProps = {
  /** Whether the items are steps in their order. */
  readonly ordered?: boolean
  readonly testId?: string
  readonly children: ReactNode
}

/** A list of framed items that a person reads or acts on. For tasks of a whole page use `TaskList`. */
export const ItemList = ({ ordered = false, testId, children }: ItemListProps) => {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List className={styles.items} data-testid={testId}>
      {children}
    </List>
  )
}

type ItemProps = {
  readonly icon?: IconName
  readonly tone?: 'plain' | 'good' | 'warn' | 'bad'
  readonly title: ReactNode
  /** Smaller text below the title. */
  readonly words?: ReactNode
  readonly amount?: string | undefined
  /** Buttons at the right. */
  readonly tools?: ReactNode
  /** Anything below, over the whole width. */
  readonly children?: ReactNode
  readonly testId?: string
  readonly [data: `data-${string}`]: string | boolean
}

export function Item({ icon, tone, title, words, amount, tools, children, ...rest }: ItemProps) {
  const { testId, ...data } = rest
  return (
    <li className={styles.item} data-tone={tone} data-testid={testId} {...data}>
      {icon === undefined ? null : <Icon name={icon} size={20} />}
      <div className={styles.words}>
        <b>{title}</b>
        {words}
      </div>
      {amount === undefined ? null : <b className={styles.amount}>{amount}</b>}
      {tools}
      {children ? <div className={styles.more}>{children}</div> : null}
    </li>
  )
}
