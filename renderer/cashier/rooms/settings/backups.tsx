import { useCallback, useState } from 'react'
import type { BackupRow, RestoreReport } from '../../../../shared/page/index.ts'
import { Item, ItemList, Note, PressButton, Section, TwoStepButton } from '../../../kit/index.ts'
import { call, say, useAsked, useCommand } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { dayAndTime } from '../../parts/moment.ts'
import { RestoreWords, restoreCounts } from './restore-words.tsx'

/** Backups of the journal: make one, inspect one, and restore what is missing. */
export function Backups() {
  const making = useCommand()
  const { value: backups, failure, again } = useAsked(useCallback(() => call('listBackups'), []))
  const make = async () => {
    const reply = await making.run(() => call('backUpNow'))
    if (reply?.ok) again()
  }
  return (
    <Section title={say('backup.here')} words={say('backup.words')} testId="backups">
      <FailureNote failure={making.failure ?? failure} />
      <PressButton onPress={() => void make()} pending={making.pending}>
        {say('backup.now')}
      </PressButton>
      {backups?.length === 0 ? <p>{say('backup.none')}</p> : null}
      <ItemList>
        {backups?.map((backup) => (
          <Row key={backup.name} backup={backup} />
        ))}
      </ItemList>
    </Section>
  )
}

/** Whether there is anything to report about a restore. */
const adds = ({ key, of }: Report): boolean =>
  key === 'backup.did' || of.added + of.updated + of.conflicts > 0

type Report = { readonly key: 'backup.would' | 'backup.did'; readonly of: RestoreReport }

function Row({ backup }: { readonly backup: BackupRow }) {
  const asking = useCommand()
  const [report, setReport] = useState<Report | null>(null)
  const { name } = backup
  const inspect = async () => {
    const reply = await asking.run(() => call('inspectBackup', { name }))
    if (reply?.ok) setReport({ key: 'backup.would', of: reply.value })
  }
  const restore = async () => {
    const reply = await asking.run(() => call('restoreBackup', { name }))
    if (reply?.ok) setReport({ key: 'backup.did', of: reply.value })
  }
  return (
    <Item
      title={dayAndTime(backup.at)}
      words={say('backup.row', { sales: backup.sales, size: (backup.bytes / 1_048_576).toFixed(1) })}
      tools={
        <PressButton size="small" onPress={() => void inspect()} pending={asking.pending}>
          {say('backup.inspect')}
        </PressButton>
      }
      testId="backup-row"
    >
      {report === null ? null : (
        <>
          <Note tone={report.key === 'backup.did' ? 'good' : 'plain'} testId="backup-report">
            {adds(report) ? say(report.key, restoreCounts(report.of)) : say('backup.would.nothing')}
          </Note>
          <RestoreWords of={report.of} when={report.key === 'backup.did' ? 'did' : 'would'} />
        </>
      )}
      {report?.key === 'backup.would' && adds(report) ? (
        <TwoStepButton
          size="small"
          tone="plain"
          sure={say('backup.restore.sure')}
          onSure={() => void restore()}
          pending={asking.pending}
        >
          {say('backup.restore')}
        </TwoStepButton>
      ) : null}
      <FailureNote failure={asking.failure} />
    </Item>
  )
}
