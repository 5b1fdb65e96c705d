import { useEffect, useState } from 'react'
import { PressButton, TextEntry } from '../../../kit/index.ts'
import { call } from '../../call.ts'
import { useText } from '../../text.ts'
import own from './data.module.css'

type FolderEntryProps = {
  readonly value: string
  readonly onChange: (folder: string) => void
  readonly error: string | null
  readonly testId: string
}

/** A folder's path: typed, or one press on a disk that is in. */
export function FolderEntry({ value, onChange, error, testId }: FolderEntryProps) {
  const say = useText()
  const [drives, setDrives] = useState<readonly string[]>([])
  useEffect(() => {
    let gone = false
    void call('findDrives').then((reply) => {
      if (!gone && reply.ok) setDrives(reply.value)
    })
    return () => {
      gone = true
    }
  }, [])
  return (
    <div className={own.stack}>
      <TextEntry
        label={say('copies.folder')}
        value={value}
        onChange={onChange}
        hint={say('copies.folder.hint')}
        error={error}
        testId={testId}
      />
      {drives.length === 0 ? null : (
        <div className={own.drives}>
          <span>{say('copies.drives')}</span>
          {drives.map((drive) => (
            <PressButton key={drive} size="small" onPress={() => onChange(drive)}>
              {drive}
            </PressButton>
          ))}
        </div>
      )}
    </div>
  )
}
