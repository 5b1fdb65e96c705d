import type { ReactNode } from 'react'
import styles from './section.module.css'

type SectionProps = {
  readonly title: string
  /** A sentence about the section. */
  readonly words?: string
  /** Buttons beside the title. */
  readonly tools?: ReactNode
  readonly testId?: string
  readonly children?: ReactNode
}

/** A framed part of a page with a title. */
export const Section = ({ title, words, tools, testId, children }: SectionProps) => (
  <section className={styles.section} aria-label={title} data-testid={testId}>
    <header className={styles.head}>
      <div>
        <h2>{title}</h2>
        {words === undefined ? null : <p>{words}</p>}
      </div>
      {tools}
    </header>
    {children}
  </section>
)

type PanelProps = { readonly label?: string; readonly children: ReactNode }

/** A large frame around a choice, or around a form that is the whole task. */
export const Panel = ({ label, children }: PanelProps) => (
  <section className={styles.panel} aria-label={label}>
    {children}
  </section>
)

type FieldGroupProps = Pick<SectionProps, 'title' | 'testId' | 'children'>

/** A titled group of form fields in two columns. */
export const FieldGroup = ({ title, testId, children }: FieldGroupProps) => (
  <fieldset className={styles.group} data-testid={testId}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)
