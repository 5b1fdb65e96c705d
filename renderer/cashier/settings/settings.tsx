import { useState } from 'react'
import { Choice, Note } from '../../kit/index.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { useMay } from '../use-may.ts'
import { Backups } from './backups.tsx'
import { CustomerDisplay } from './customer-display.tsx'
import { Accounts, Copies, Retention, SettingsFile } from './data/index.ts'
import { GuideAgain } from './guide-again.tsx'
import { LanguageChoice, Looks } from './looks.tsx'
import { Merchant } from './merchant.tsx'
import { AuditList } from './people/audit-list.tsx'
import { MyPin } from './people/my-pin.tsx'
import { StaffList } from './people/staff-list.tsx'
import { Place, type Section, SectionIndex } from './section-index.tsx'
import styles from './settings.module.css'
import { ShopForm } from './shop-form.tsx'

type Part = 'general' | 'people' | 'audit'

export function Settings() {
  const say = useText()
  const parts = useParts()
  const [wanted, setWanted] = useState<Part>('general')
  const part = parts.includes(wanted) ? wanted : 'general'
  return (
    <main className={styles.settings} data-testid="settings">
      <div className={styles.head}>
        <h1>{say('settings.title')}</h1>
        {parts.length === 1 ? null : (
          <div className={styles.parts}>
            <Choice<Part>
              quiet
              label={say('settings.parts')}
              value={part}
              onChange={setWanted}
              options={parts.map((value) => ({
                value,
                label: say(`settings.part.${value}`),
                testId: `settings-part-${value}`,
              }))}
            />
          </div>
        )}
        <div className={styles.language}>
          <LanguageChoice quiet />
        </div>
      </div>
      {part === 'general' ? <General /> : part === 'people' ? <StaffList /> : <AuditList />}
    </main>
  )
}

function useParts(): readonly Part[] {
  const staffed = useView((view) => view.staffed)
  const people = useMay('staff')
  const audit = useMay('audit') && staffed
  return ['general', ...(people ? (['people'] as const) : []), ...(audit ? (['audit'] as const) : [])]
}

/** A cashier finds what is their own: how the page looks, and the PIN. */
function General() {
  const say = useText()
  const mayChange = useMay('settings')
  const sections = useSections()
  const has = (section: Section) => sections.includes(section)
  return (
    <div className={styles.columns}>
      <SectionIndex sections={sections} />
      <div className={styles.sections}>
        {mayChange ? (
          <ShopForm />
        ) : (
          <Note testId="settings-not-yours" tone="plain">
            {say('settings.cashierOnly')}
          </Note>
        )}
        {has('merchant') ? (
          <Place id="merchant">
            <Merchant />
          </Place>
        ) : null}
        <Place id="looks">
          <Looks />
          {mayChange ? <CustomerDisplay /> : null}
        </Place>
        {has('pin') ? (
          <Place id="pin">
            <MyPin />
          </Place>
        ) : null}
        {has('copies') ? (
          <Place id="copies">
            <Copies />
            <Backups />
          </Place>
        ) : null}
        {has('file') ? (
          <Place id="file">
            <SettingsFile />
          </Place>
        ) : null}
        {has('accounts') ? (
          <Place id="accounts">
            <Accounts />
          </Place>
        ) : null}
        {has('retention') ? (
          <Place id="retention">
            <Retention />
          </Place>
        ) : null}
        {has('guide') ? (
          <Place id="guide">
            <GuideAgain />
          </Place>
        ) : null}
      </div>
    </div>
  )
}

const OF_THE_FORM: readonly Section[] = ['shop', 'payment', 'invoicing', 'printers', 'receipt', 'work']

/** Those that whoever stands at the till finds here, from top to bottom. */
function useSections(): readonly Section[] {
  const mayChange = useMay('settings')
  const mayData = useMay('shop-data')
  const signedIn = useView((view) => view.person !== null)
  return [
    ...(mayChange ? OF_THE_FORM : []),
    ...(mayChange ? (['merchant'] as const) : []),
    'looks',
    ...(signedIn ? (['pin'] as const) : []),
    ...(mayChange ? (['copies'] as const) : []),
    ...(mayData ? (['file'] as const) : []),
    ...(mayChange ? (['accounts'] as const) : []),
    ...(mayData ? (['retention'] as const) : []),
    ...(mayChange ? (['guide'] as const) : []),
  ]
}
