import type { ReactNode } from 'react'
import styles from './panes.module.css'

type PaneTone = 'plain' | 'good' | 'subtle'

type PanesProps = {
  readonly tone?: PaneTone
  readonly shop: string
  readonly main: ReactNode
  /** Below the shop's name. */
  readonly words?: ReactNode
  /** At the bottom. */
  readonly foot?: ReactNode
}

export const Panes = ({ tone = 'plain', shop, main, words, foot }: PanesProps) => (
  <div className={styles.panes} data-tone={tone}>
    <main className={styles.main}>{main}</main>
    <aside className={styles.side}>
      <p className={styles.shop}>{shop}</p>
      <div className={styles.words}>{words}</div>
      <div className={styles.foot}>{foot}</div>
    </aside>
  </div>
)
