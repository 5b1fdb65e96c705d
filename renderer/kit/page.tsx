import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './page.module.css'

type PageProps = {
  readonly title: string
  /** Buttons for the whole page, beside its title. */
  readonly actions?: ReactNode
  readonly testId: string
  readonly children: ReactNode
}

/** A room with one column that scrolls as a whole. */
export const Page = ({ title, actions, testId, children }: PageProps) => (
  <main className={styles.page} data-testid={testId}>
    <header className={styles.head}>
      <h1>{title}</h1>
      {actions}
    </header>
    {children}
  </main>
)

type ColumnsProps = {
  /** The width of the second column. */
  readonly second: 'narrow' | 'middle' | 'wide' | 'half'
  /** `main` if the columns are the whole room. */
  readonly as?: 'main' | 'div'
  readonly testId?: string
  readonly children: ReactNode
}

/** A `MainColumn` and a `SideColumn`; each scrolls by itself. */
export const Columns = ({ second, as: Element = 'div', testId, children }: ColumnsProps) => (
  <Element className={classNames(styles.columns, styles[second])} data-testid={testId}>
    {children}
  </Element>
)

export const MainColumn = ({ children }: { readonly children: ReactNode }) => (
  <section className={styles.column}>{children}</section>
)

type SideColumnProps = {
  readonly label?: string
  /** Whether screen readers announce its changes. */
  readonly live?: boolean
  readonly children: ReactNode
}

export const SideColumn = ({ label, live, children }: SideColumnProps) => (
  <aside
    className={classNames(styles.column, styles.side)}
    aria-label={label}
    aria-live={live ? 'polite' : undefined}
  >
    {children}
  </aside>
)
