import { useCallback } from 'react'
import type { ImportState } from '../../../../../shared/shop/goods-import.ts'
import { Icon, PageHead, PressButton } from '../../../../kit/index.ts'
import { call, say, useAsked, useCommand } from '../../../page/index.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { showImport } from '../goods-page.ts'
import { CheckedRows } from './checked-rows.tsx'
import { ChooseFile } from './choose-file.tsx'
import { Columns } from './columns.tsx'
import styles from './import.module.css'
import { Imported, Progress, Trail } from './import-progress.tsx'

/** An import, step by step. Its state is in the main process and survives a reload of the page. */
export function ImportGoods() {
  const { value: state, failure } = useAsked(useCallback(() => call('getImport'), []))
  const stopping = useCommand()
  const stop = () => {
    if (state !== null && state.step !== 'none') void stopping.run(() => call('stopImport', { id: state.id }))
  }
  const leave = () => {
    if (state?.step === 'done' || state?.step === 'failed') stop()
    showImport(false)
  }
  return (
    <main className={styles.import} data-testid="import">
      <PageHead
        before={
          <PressButton size="small" tone="subtle" onPress={leave} testId="import-back">
            <Icon name="back" size={18} />
            {say('import.back')}
          </PressButton>
        }
        title={say('import.title')}
      >
        {state === null ? null : <Trail step={state.step} />}
      </PageHead>
      <FailureNote failure={failure ?? stopping.failure} />
      {state === null ? null : <Step state={state} onStop={stop} onLeave={leave} />}
    </main>
  )
}

type StepProps = {
  readonly state: ImportState
  readonly onStop: () => void
  readonly onLeave: () => void
}

function Step({ state, onStop, onLeave }: StepProps) {
  switch (state.step) {
    case 'none':
      return <ChooseFile />
    case 'failed':
      return (
        <>
          <FailureNote failure={state.failure} title={state.name} testId="import-failed" />
          <ChooseFile />
        </>
      )
    case 'receiving':
      return (
        <Progress
          words={say('import.receiving')}
          name={state.name}
          done={state.received}
          of={state.bytes}
          onStop={onStop}
        />
      )
    case 'reading':
      return (
        <Progress
          words={say('import.reading', { rows: state.rows })}
          name={state.name}
          done={state.all === null ? null : state.rows}
          of={state.all ?? 1}
          onStop={onStop}
        />
      )
    case 'columns':
      return (
        <Columns
          key={`${state.id} ${state.sheets.map(({ taken }) => taken)}`}
          state={state}
          onStop={onStop}
        />
      )
    case 'checking':
    case 'importing':
      return (
        <Progress
          words={say(`import.${state.step}`, { done: state.done, rows: state.rows })}
          name={state.name}
          done={state.done}
          of={state.rows}
          onStop={onStop}
        />
      )
    case 'checked':
      return <CheckedRows state={state} onStop={onStop} />
    case 'done':
      return <Imported state={state} onLeave={onLeave} />
  }
}
