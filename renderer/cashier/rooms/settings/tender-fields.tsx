import { FIRST_SETTINGS, type TenderSettings } from '../../../../shared/shop/settings.ts'
import { FieldGroup, SwitchEntry } from '../../../kit/index.ts'
import { say } from '../../page/text.ts'
import { type Fields, FieldsOf, Marked } from './draft-fields.tsx'
import styles from './settings.module.css'

/** The accepted tenders, and how often a QR payment is checked. */
export function TenderFields(fields: Fields) {
  return (
    <FieldGroup title={say('settings.tenders')}>
      <Switches {...fields} />
      <FieldsOf {...fields} group="payment" without={(path) => path.startsWith('tenders.')} />
    </FieldGroup>
  )
}

/** What decides how the shop sells: whether it pays VAT, the rate of city tax, and the tenders. For the guide. */
export const SalesFields = (fields: Fields) => (
  <>
    <FieldGroup title={say('settings.tax')}>
      <FieldsOf {...fields} group="tax" without={(path) => path.startsWith('tax.codes.')} />
    </FieldGroup>
    <FieldGroup title={say('settings.tenders')}>
      <Switches {...fields} />
    </FieldGroup>
  </>
)

const SWITCHED = Object.keys(FIRST_SETTINGS.tenders) as readonly (keyof TenderSettings)[]

/** The last active tender cannot be switched off. */
function Switches(fields: Fields) {
  const { shown, type } = fields
  const on = SWITCHED.filter((tender) => shown[`tenders.${tender}`] === 'on')
  return (
    <div className={styles.switches}>
      <div>
        {SWITCHED.map((tender) => (
          <Marked key={tender} {...fields} path={`tenders.${tender}`}>
            <SwitchEntry
              label={say(`tender.${tender}`)}
              hint={say(`settings.tenders.${tender}.hint`)}
              on={shown[`tenders.${tender}`] === 'on'}
              onChange={(chosen) => type({ [`tenders.${tender}`]: chosen ? 'on' : 'off' })}
              disabled={on.length === 1 && on[0] === tender}
            />
          </Marked>
        ))}
      </div>
      <small>{say('settings.tenders.hint')}</small>
    </div>
  )
}
