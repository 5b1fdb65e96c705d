import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './note.module.css'
import { type Tone, toneClass } from './tone.ts'

export type NoteTone = Exclude<Tone, 'chosen'>

const ICONS: Readonly<Record<NoteTone, IconName>> = {
  plain: 'clock',
  good: 'check',
  warn: 'warning',
  bad: 'cross',
}

type NoteProps = {
  readonly tone: NoteTone
  readonly title?: string
  readonly children?: ReactNode
  readonly testId?: string
}

/** A message with text, icon and colour. Renders nothing without text. Screen readers announce an error at once. */
export function Note({ tone, title, children, testId }: NoteProps) {
  if (title === undefined && !children) return null
  return (
    <div
      className={classNames(styles.note, toneClass(tone))}
      role={tone === 'bad' ? 'alert' : 'status'}
      data-testid={testId}
    >
      <Icon name={ICONS[tone]} size={20} />
      <div className={styles.words}>
        {title === undefined ? null : <strong>{title}</strong>}
        {children}
      </div>
    </div>
  )
}
