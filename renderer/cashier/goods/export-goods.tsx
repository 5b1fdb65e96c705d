import { useState } from 'react'
import { PressButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { SavedFile } from '../saved-file.tsx'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import styles from './goods.module.css'

type Format = 'csv' | 'xlsx'

/** Exports all goods to a file in the documents folder. */
export function ExportGoods() {
  const say = useText()
  const exporting = useCommand()
  const [path, setPath] = useState<string | null>(null)
  const [format, setFormat] = useState<Format | null>(null)
  const start = async (wanted: Format) => {
    setPath(null)
    setFormat(wanted)
    const reply = await exporting.run(() => call('exportGoods', { format: wanted }))
    if (reply?.ok) setPath(reply.value.path)
  }
  return (
    <>
      {(['csv', 'xlsx'] as const).map((one) => (
        <PressButton
          key={one}
          size="small"
          tone="subtle"
          onPress={() => void start(one)}
          pending={exporting.pending && format === one}
          disabled={exporting.pending && format !== one}
        >
          {say(`goods.export.${one}`)}
        </PressButton>
      ))}
      {path === null && exporting.failure === null ? null : (
        <div className={styles.exported}>
          <FailureNote failure={exporting.failure} />
          <SavedFile testId="goods-exported">{path && say('goods.export.done', { path })}</SavedFile>
        </div>
      )}
    </>
  )
}
