import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName, RoundIcon } from './icon.tsx'
import styles from './task-list.module.css'
import { Toolbar } from './toolbar.tsx'

/** A list of tasks that wait for a person or for a retry. */
export const TaskList = ({ children }: { readonly children: ReactNode }) => (
  <ul className={styles.tasks}>{children}</ul>
)

type TaskProps = {
  readonly icon: IconName
  /** Without a tone the icon has no disc. */
  readonly tone?: 'plain' | 'warn' | 'bad'
  readonly title: string
  readonly facts: string
  /** More text below the facts. */
  readonly children: ReactNode
  readonly amount?: string | null
  readonly tools: ReactNode
  /** Shown instead of the tools. */
  readonly form?: ReactNode
  /** Shown below the tools; a screen reader reads it before them. */
  readonly warning?: string | null
  readonly testId: string
  readonly [data: `data-${string}`]: string | boolean
}

export function Task({
  icon,
  tone,
  title,
  facts,
  children,
  amount,
  tools,
  form,
  warning,
  ...rest
}: TaskProps) {
  const { testId, ...data } = rest
  return (
    <li className={classNames(styles.task, styles[tone ?? 'bare'])} data-testid={testId} {...data}>
      {tone === undefined ? (
        <Icon name={icon} size={26} />
      ) : (
        <RoundIcon name={icon} size={26} around={48} tone={tone} />
      )}
      <div className={styles.words}>
        <h2>{title}</h2>
        <p className={styles.facts}>{facts}</p>
        {children}
      </div>
      {amount === undefined || amount === null ? null : (
        <b className={styles.amount} data-testid={`${testId}-amount`}>
          {amount}
        </b>
      )}
      {warning === undefined || warning === null ? null : (
        <p className={styles.warning} data-testid={`${testId}-warning`}>
          {warning}
        </p>
      )}
      {form === undefined ? (
        <div className={styles.tools}>
          <Toolbar>{tools}</Toolbar>
        </div>
      ) : (
        <div className={styles.form}>{form}</div>
      )}
    </li>
  )
}

/** Why a task waits. */
export const TaskFailure = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.failure}>{children}</p>
)
