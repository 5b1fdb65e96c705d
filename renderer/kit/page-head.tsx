import type { ReactNode } from 'react'
import { Hint } from './hint.tsx'
import styles from './page-head.module.css'
import { Title } from './title.tsx'
import { Toolbar } from './toolbar.tsx'

export type PageHeadProps = {
  readonly title: string
  readonly titleId?: string
  /** A sentence below the title. */
  readonly words?: string
  /** A way back or an icon, before the title. */
  readonly before?: ReactNode
  /** Facts and filters beside the title. */
  readonly note?: ReactNode
  /** Buttons at the right. */
  readonly children?: ReactNode
}

/** The heading of a page, or of a panel that replaces one. */
export const PageHead = ({ title, titleId, words, before, note, children }: PageHeadProps) => (
  <header className={styles.head}>
    {before}
    <div>
      <Title id={titleId}>{title}</Title>
      {words === undefined ? null : <Hint>{words}</Hint>}
    </div>
    {note}
    {children ? <Toolbar end>{children}</Toolbar> : null}
  </header>
)
