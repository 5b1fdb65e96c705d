import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './page.module.css'
import { PageHead, type PageHeadProps } from './page-head.tsx'

type PageProps = Omit<PageHeadProps, 'titleId' | 'before' | 'children'> & {
  /** Buttons at the right of the title. */
  readonly tools?: ReactNode
  /** How wide the content becomes on a large screen. */
  readonly width?: 'list' | 'sections' | 'full'
  readonly busy?: boolean
  readonly testId: string
  readonly children: ReactNode
}

/** A room with one column that scrolls as a whole. */
export const Page = ({ width = 'list', busy = false, tools, testId, children, ...head }: PageProps) => (
  <main className={classNames(styles.page, styles[width])} data-testid={testId} aria-busy={busy}>
    <PageHead {...head}>{tools}</PageHead>
    {children}
  </main>
)

type ColumnsProps = {
  /** The width of the second column, or null if there is none. */
  readonly second: 'narrow' | 'middle' | 'wide' | 'half' | 'form' | null
  /** `main` if the columns are the whole room. */
  readonly as?: 'main' | 'div'
  readonly testId?: string
  readonly children: ReactNode
}

/** A `MainColumn` and a `SideColumn`; each scrolls by itself. */
export const Columns = ({ second, as: Element = 'div', testId, children }: ColumnsProps) => (
  <Element className={classNames(styles.columns, second !== null && styles[second])} data-testid={testId}>
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
