import { POLL_PAUSES } from '../../../shared/settings.ts'
import { FieldGroup, SwitchEntry } from '../../kit/index.ts'
import { useText } from '../text.ts'
import { DraftChoice, DraftEntry, type Fields } from './draft-fields.tsx'
import styles from './settings.module.css'

/** Which tenders are taken, and how often a QR payment is checked. */
export function TenderFields(fields: Fields) {
  const say = useText()
  return (
    <FieldGroup title={say('settings.tenders')}>
      <Switches {...fields} />
      <DraftChoice
        {...fields}
        field="pollMs"
        options={pausesWith(Number(fields.draft.pollMs)).map((ms) => ({
          value: String(ms),
          label: say('settings.seconds', { count: ms / 1000 }),
          testId: `poll-${ms}`,
        }))}
        hint={say('settings.pollMs.hint')}
      />
      <DraftEntry {...fields} field="watchHours" inputMode="numeric" />
    </FieldGroup>
  )
}

const SWITCHED = ['cash', 'qr', 'card', 'transfer'] as const

/** One of them stays on: a till that takes nothing sells nothing. */
function Switches({ draft: { tenders }, change }: Fields) {
  const say = useText()
  const on = SWITCHED.filter((tender) => tenders[tender] === 'on')
  return (
    <div className={styles.switches}>
      <div>
        {SWITCHED.map((tender) => (
          <SwitchEntry
            key={tender}
            label={say(`tender.${tender}`)}
            hint={say(`settings.tenders.${tender}.hint`)}
            on={tenders[tender] === 'on'}
            onChange={(chosen) => change({ tenders: { ...tenders, [tender]: chosen ? 'on' : 'off' } })}
            disabled={on.length === 1 && on[0] === tender}
            testId={`tender-on-${tender}`}
          />
        ))}
      </div>
      <span className={styles.quiet}>{say('settings.tenders.hint')}</span>
    </div>
  )
}

/** A value that is not in the list, from a settings file, is shown too. */
const pausesWith = (chosen: number): readonly number[] =>
  [...new Set<number>([...POLL_PAUSES, chosen])].sort((one, other) => one - other)
