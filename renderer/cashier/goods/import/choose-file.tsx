import { DropZone, FileTrigger } from 'react-aria-components'
import { Icon, PressButton } from '../../../kit/index.ts'
import { FailureNote } from '../../failure-note.tsx'
import { useText } from '../../text.ts'
import { useCommand } from '../../use-command.ts'
import styles from './import.module.css'
import { sendFile } from './send-file.ts'

export function ChooseFile() {
  const say = useText()
  const sending = useCommand()
  return (
    <DropZone
      className={styles.choose ?? ''}
      aria-label={say('import.choose')}
      onDrop={async ({ items }) => {
        const [item] = items
        if (item?.kind === 'file') {
          const file = await item.getFile()
          await sending.run(() => sendFile(file))
        }
      }}
    >
      <span className={styles.figure}>
        <Icon name="file" size={34} />
      </span>
      <h2 className={styles.title}>{say('import.choose.title')}</h2>
      <p>{say('import.choose.words')}</p>
      <p>{say('import.choose.columns')}</p>
      <FileTrigger
        acceptedFileTypes={['.csv', '.txt', '.tsv', '.xlsx']}
        onSelect={(files) => {
          const file = files?.[0]
          if (file) void sending.run(() => sendFile(file))
        }}
      >
        <PressButton tone="main" size="large" pending={sending.pending} testId="import-choose">
          {say('import.choose')}
        </PressButton>
      </FileTrigger>
      <small>{say('import.limit')}</small>
      <FailureNote failure={sending.failure} testId="import-failure" />
    </DropZone>
  )
}
