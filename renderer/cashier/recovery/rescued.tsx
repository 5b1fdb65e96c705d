import type { RescueNotice } from '../../../shared/ipc/index.ts'
import { Icon, PressButton, useFreeKeyboard, useHotkey } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import styles from './recovery.module.css'

/** The journal was damaged: what was saved, what was not, and where the damaged file lies. */
export function Rescued({ news }: { readonly news: RescueNotice }) {
  const say = useText()
  const acknowledging = useCommand()
  const done = () => void acknowledging.run(() => call('acknowledgeRescue'))
  useFreeKeyboard()
  useHotkey('Enter', done)
  const { read, partly, lost } = news.sales
  const { shifts, wrong } = news
  return (
    <main className={styles.recovery} data-testid="rescued">
      <span className={styles.alarm}>
        <Icon name="warning" size={40} />
      </span>
      <h1>{say('rescued.title')}</h1>
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
      <FailureNote failure={acknowledging.failure} />
      <PressButton
        tone="main"
        size="large"
        hotkey="Enter"
        onPress={done}
        pending={acknowledging.pending}
        testId="rescued-ok"
      >
        {say('found.ok')}
      </PressButton>
    </main>
  )
}
