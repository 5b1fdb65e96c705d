import type { ImportState } from '../../../../../shared/shop/goods-import.ts'
import { Icon, PressButton, RoundIcon } from '../../../../kit/index.ts'
import { say } from '../../../page/index.ts'
import { openLabels } from '../goods-page.ts'
import styles from './import.module.css'

const STEPS = ['file', 'columns', 'check', 'done'] as const

const AT: Readonly<Record<ImportState['step'], number>> = {
  none: 0,
  failed: 0,
  receiving: 0,
  reading: 0,
  columns: 1,
  checking: 2,
  checked: 2,
  importing: 3,
  done: 4,
}

/** The steps of the import, with the current one marked. */
export const Trail = ({ step }: { readonly step: ImportState['step'] }) => (
  <ol className={styles.trail}>
    {STEPS.map((name, index) => (
      <li
        key={name}
        data-state={index < AT[step] ? 'done' : index === AT[step] ? 'now' : 'later'}
        {...(index === AT[step] ? { 'aria-current': 'step' as const } : {})}
      >
        {index < AT[step] ? <Icon name="check" size={16} /> : <span>{index + 1}</span>}
        {say(`import.step.${name}`)}
      </li>
    ))}
  </ol>
)

type ProgressProps = {
  readonly words: string
  readonly name: string
  /** Null if unknown. */
  readonly done: number | null
  readonly of: number
  readonly onStop: () => void
}

/** Progress of a long step, with a button that stops it. */
export const Progress = ({ words, name, done, of, onStop }: ProgressProps) => (
  <section className={styles.progress} data-testid="import-progress">
    <h2 className={styles.title}>{name}</h2>
    <progress aria-label={words} max={Math.max(1, of)} {...(done === null ? {} : { value: done })} />
    <p aria-live="off">{words}</p>
    <PressButton tone="danger" onPress={onStop}>
      {say('import.stop')}
    </PressButton>
  </section>
)

type ImportedProps = { readonly state: StateAt<'done'>; readonly onLeave: () => void }

export function Imported({ state, onLeave }: ImportedProps) {
  const { added, changed, same, wrong } = state.counts
  return (
    <section className={styles.progress} data-testid="import-done">
      <RoundIcon name="check" size={40} around={76} tone="good" />
      <h2 className={styles.title}>{say('import.done.title')}</h2>
      <p>{say('import.done.words', { added, changed, same })}</p>
      {wrong === 0 ? null : <p>{say('import.done.wrong', { wrong })}</p>}
      {state.repriced === 0 ? null : (
        <PressButton
          size="large"
          testId="import-labels"
          onPress={() => {
            onLeave()
            openLabels('repriced')
          }}
        >
          {say('import.done.labels', { count: state.repriced })}
        </PressButton>
      )}
      <PressButton tone="main" size="large" onPress={onLeave}>
        {say('import.done.close')}
      </PressButton>
    </section>
  )
}

export type StateAt<Step extends ImportState['step']> = Extract<ImportState, { readonly step: Step }>
