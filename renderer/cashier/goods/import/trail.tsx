import type { ImportState } from '../../../../shared/goods-import.ts'
import { Icon } from '../../../kit/index.ts'
import { useText } from '../../text.ts'
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

/** Where the import stands. */
export function Trail({ step }: { readonly step: ImportState['step'] }) {
  const say = useText()
  return (
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
}
