import { useState } from 'react'
import type { MoreItem } from '../../../kit/index.ts'
import { call, say, useCommand } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { SavedFile } from '../../parts/saved-file.tsx'
import styles from './goods.module.css'

/** Exports all goods to a file in the documents folder. */
export function useGoodsExport() {
  const { run, pending, failure } = useCommand()
  const [path, setPath] = useState<string | null>(null)
  const start = async (format: 'csv' | 'xlsx') => {
    setPath(null)
    const reply = await run(() => call('exportGoods', { format }))
    if (reply?.ok) setPath(reply.value.path)
  }
  const items = (['csv', 'xlsx'] as const).map(
    (format): MoreItem => ({ label: say(`goods.export.${format}`), onPress: () => void start(format) }),
  )
  const outcome =
    path === null && failure === null ? null : (
      <div className={styles.exported}>
        <FailureNote failure={failure} />
        <SavedFile testId="goods-exported">{path && say('goods.export.done', { path })}</SavedFile>
      </div>
    )
  return { items, pending, outcome }
}
