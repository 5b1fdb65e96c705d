import type { RescueNotice } from '../../../shared/ipc/index.ts'
import { call } from '../call.ts'
import { useText } from '../text.ts'
import styles from './recovery.module.css'
import { RecoveryNotice } from './recovery-notice.tsx'

/** The journal was damaged: what was saved, what was not, and where the damaged file lies. */
export function Rescued({ news }: { readonly news: RescueNotice }) {
  const say = useText()
  const { read, partly, lost } = news.sales
  const { shifts, wrong } = news
  return (
    <RecoveryNotice
      testId="rescued"
      tone="alarm"
      title={say('rescued.title')}
      acknowledge={() => call('acknowledgeRescue')}
    >
      <ul className={styles.facts}>
        <li>{say('rescued.read', { count: read })}</li>
        {news.fromBackup > 0 ? <li>{say('rescued.fromBackup', { count: news.fromBackup })}</li> : null}
        {partly > 0 ? <li>{say('rescued.partly', { count: partly })}</li> : null}
        {(shifts?.partly ?? 0) > 0 ? (
          <li>{say('rescued.shifts.partly', { count: shifts?.partly ?? 0 })}</li>
        ) : null}
        {(shifts?.lost ?? 0) > 0 ? <li>{say('rescued.shifts.lost', { count: shifts?.lost ?? 0 })}</li> : null}
        <li>{lost === null ? say('rescued.lost.unknown') : say('rescued.lost', { count: lost })}</li>
      </ul>
      {wrong?.map(({ file, what }) => (
        <p key={file} data-testid="rescued-wrong">
          {say('rescued.wrong', { file, what })}
        </p>
      ))}
      <p>{say('rescued.todo')}</p>
      <p className={styles.path}>{news.setAside}</p>
    </RecoveryNotice>
  )
}
