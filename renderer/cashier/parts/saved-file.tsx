import type { ReactNode } from 'react'
import { Note, PressButton } from '../../kit/index.ts'
import { call, say, useCommand } from '../page/index.ts'
import { FailureNote } from './failure-note.tsx'
import styles from './saved-file.module.css'

type SavedFileProps = {
  readonly title?: string
  /** What was saved, with its path. Nothing is shown without it. */
  readonly children: ReactNode
  readonly testId: string
}

/** A file was saved: its path, and a button that opens the folder of all exports. */
export function SavedFile({ title, children, testId }: SavedFileProps) {
  const opening = useCommand()
  if (!children) return null
  return (
    <div className={styles.saved}>
      <Note tone="good" testId={testId} {...(title === undefined ? {} : { title })}>
        {children}
      </Note>
      <PressButton size="small" onPress={() => void opening.run(() => call('openDocuments'))}>
        {say('file.openFolder')}
      </PressButton>
      <FailureNote failure={opening.failure} />
    </div>
  )
}
