import { type ComponentType, useState } from 'react'
import { Choice, Note, optionsOf, Page } from '../../../kit/index.ts'
import { say, useMay, useView } from '../../page/index.ts'
import { KeptParts } from '../../page/kept-parts.tsx'
import { CustomerDisplay, LanguageChoice, Looks } from './appearance.tsx'
import { Backups } from './backups.tsx'
import { Accounts, Copies, Retention, ShopFile } from './data/index.ts'
import { GuideAgain } from './guide-again.tsx'
import { Health } from './health.tsx'
import { Merchant } from './merchant.tsx'
import { AuditList } from './people/audit-list.tsx'
import { MyPin } from './people/my-pin.tsx'
import { StaffList } from './people/staff-list.tsx'
import { Place, type Section, SectionIndex } from './section-index.tsx'
import styles from './settings.module.css'
import { ShopDatabase } from './shop-database.tsx'
import { ShopForm } from './shop-form.tsx'
import { Tills } from './tills.tsx'
import { Updates } from './updates.tsx'

type Part = 'general' | 'people' | 'audit' | 'tills' | 'health'

export function Settings() {
  const parts = useParts()
  const [wanted, setWanted] = useState<Part>('general')
  const part = parts.includes(wanted) ? wanted : 'general'
  return (
    <Page
      title={say('settings.title')}
      tools={
        <>
          {parts.length === 1 ? null : (
            <div className={styles.parts}>
              <Choice<Part>
                labelHidden
                label={say('settings.parts')}
                value={part}
                onChange={setWanted}
                options={optionsOf(parts, (value) => say(`settings.part.${value}`), 'settings-part')}
              />
            </div>
          )}
          <div className={styles.language}>
            <LanguageChoice labelHidden />
          </div>
        </>
      }
      width="sections"
      testId="settings"
    >
      <KeptParts open={part} className={styles.part}>
        {(one) => <Content part={one} />}
      </KeptParts>
    </Page>
  )
}

function Content({ part }: { readonly part: Part }) {
  if (part === 'general') return <General />
  if (part === 'people') return <StaffList />
  if (part === 'tills') return <Tills />
  return part === 'audit' ? <AuditList /> : <Health />
}

function useParts(): readonly Part[] {
  const staffed = useView((view) => view.staffed)
  const people = useMay('staff')
  const audit = useMay('audit') && staffed
  const health = useMay('settings')
  const tills = useView((view) => view.shopLink.state !== 'off') && health
  return [
    'general',
    ...(people ? (['people'] as const) : []),
    ...(audit ? (['audit'] as const) : []),
    ...(tills ? (['tills'] as const) : []),
    ...(health ? (['health'] as const) : []),
  ]
}

/** A cashier sees only the looks and their own PIN. */
function General() {
  const mayChange = useMay('settings')
  const allowed: Readonly<Record<Who, boolean>> = {
    everyone: true,
    'signed in': useView((view) => view.person !== null),
    settings: mayChange,
    'shop-data': useMay('shop-data'),
    updates: useMay('updates'),
  }
  const places = PLACES.filter(({ who }) => allowed[who])
  return (
    <div className={styles.columns}>
      <SectionIndex sections={[...(mayChange ? OF_THE_FORM : []), ...places.map(({ id }) => id)]} />
      <div className={styles.sections}>
        {mayChange ? (
          <ShopForm />
        ) : (
          <Note testId="settings-not-yours" tone="plain">
            {say('settings.cashierOnly')}
          </Note>
        )}
        {places.map(({ id, Content }) => (
          <Place key={id} id={id}>
            <Content />
          </Place>
        ))}
      </div>
    </div>
  )
}

const OF_THE_FORM: readonly Section[] = ['shop', 'payment', 'invoicing', 'printers', 'receipt', 'work']

type Who = 'everyone' | 'signed in' | 'settings' | 'shop-data' | 'updates'

/** The sections below the form, in order, and who sees them. */
const PLACES: readonly { readonly id: Section; readonly who: Who; readonly Content: ComponentType }[] = [
  { id: 'merchant', who: 'settings', Content: Merchant },
  { id: 'looks', who: 'everyone', Content: LooksAndDisplay },
  { id: 'pin', who: 'signed in', Content: MyPin },
  { id: 'copies', who: 'settings', Content: CopiesAndBackups },
  { id: 'file', who: 'shop-data', Content: ShopFile },
  { id: 'accounts', who: 'settings', Content: Accounts },
  { id: 'retention', who: 'shop-data', Content: Retention },
  { id: 'database', who: 'settings', Content: ShopDatabase },
  { id: 'updates', who: 'updates', Content: Updates },
  { id: 'guide', who: 'settings', Content: GuideAgain },
]

function LooksAndDisplay() {
  const mayChange = useMay('settings')
  return (
    <>
      <Looks />
      {mayChange ? <CustomerDisplay /> : null}
    </>
  )
}

function CopiesAndBackups() {
  return (
    <>
      <Copies />
      <Backups />
    </>
  )
}
