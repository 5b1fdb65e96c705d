import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { ListedPerson } from '../../../../shared/shop/staff.ts'
import { Icon, Note, Panel, PressButton } from '../../../kit/index.ts'
import { announce, call, useAnnounced, useAsked, usePage, useShown, useText } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { LanguageSwitch } from '../../parts/language-switch.tsx'
import styles from '../../parts/people/people.module.css'
import { PersonTiles } from '../../parts/people/person-tiles.tsx'
import { PinEntry, ScanKeptOut, useScansKeptOut } from '../../parts/people/pin-entry.tsx'
import { usePersonPin } from '../../parts/people/use-person-pin.ts'
import { giveBackKeyboard } from './guard-keyboard.ts'
import { RecoveryForm } from './recovery-form.tsx'

type LockScreenProps = {
  /** The names of shop and till. */
  readonly head: ReactNode
  /** The id of the person who was signed in last, and who probably returns. */
  readonly last: string | null
}

/** Shown while nobody is signed in. Pending tasks continue. */
export function LockScreen({ head, last }: LockScreenProps) {
  const say = useText()
  const isTestMode = useShown((view) => view.mode === 'test')
  const { value: staff, failure } = useAsked(useCallback(() => call('listStaff'), []))
  const isKeptOut = useScansKeptOut()
  useEffect(() => announce(say('people.locked.title')), [say])
  useEffect(() => giveBackKeyboard, [])
  return (
    <main className={styles.lock} data-testid="lock-screen">
      <header className={styles.lockHead} data-test-mode={isTestMode}>
        <p>{head}</p>
        <LanguageSwitch />
      </header>
      <FailureNote failure={failure} />
      <ScanKeptOut words={isKeptOut && say('people.locked.scan')} />
      {staff === null ? null : staff.damaged ? (
        <Note tone="bad" title={say('people.damaged.title')}>
          {say('people.damaged.words')}
        </Note>
      ) : (
        <SignIn people={staff.people.filter(({ active }) => active)} last={last} />
      )}
    </main>
  )
}

type SignInProps = { readonly people: readonly ListedPerson[]; readonly last: string | null }

function SignIn({ people, last }: SignInProps) {
  const say = useText()
  const { tiles, entry } = usePersonPin({
    people,
    first: last,
    ask: ({ id }, pin) => call('signIn', { staffId: id, pin }),
    onRight: ({ name }) => announce(say('people.signedIn', { name })),
  })
  const [recovering, setRecovering] = useState<string | null>(null)
  const owner = people.find(({ id, hasRecoveryCode }) => id === tiles.chosen && hasRecoveryCode)
  return (
    <div className={styles.columns}>
      <section className={styles.who}>
        <h1>
          <Icon name="lock" size={28} />
          {say('people.locked.title')}
        </h1>
        <p>{people.length === 0 ? say('people.locked.none') : say('people.locked.words')}</p>
        <PersonTiles label={say('people.who')} {...tiles} />
        <SaleWords />
        <ArrivalWords />
      </section>
      <Panel>
        {owner !== undefined && recovering === owner.id ? (
          <RecoveryForm key={owner.id} owner={owner} onCancel={() => setRecovering(null)} />
        ) : (
          <>
            <PinEntry key={tiles.chosen} submitWords={say('people.signIn')} {...entry} />
            {owner === undefined ? null : (
              <PressButton tone="subtle" onPress={() => setRecovering(owner.id)}>
                {say('recovery.use')}
              </PressButton>
            )}
          </>
        )}
      </Panel>
    </div>
  )
}

/** The state of the sale at the counter, for a customer who waits. */
function SaleWords() {
  const say = useText()
  const status = usePage(({ lock }) => lock?.sale ?? null)
  if (status === null) return null
  // Nothing is awaited any more. Money that comes all the same is an arrival.
  if (status === 'cancelled' || status === 'late-payment') return null
  if (status === 'fulfilling' || status === 'receipt-owed' || status === 'completed')
    return <Note tone="good">{say('people.locked.paid')}</Note>
  return <Note tone="plain">{say(status === 'open' ? 'people.locked.sale' : 'people.locked.waiting')}</Note>
}

/** Money that came by itself for another sale, or for one that does not need it. Who signs in sees which. */
function ArrivalWords() {
  const say = useText()
  const kind = usePage(({ lock }) => lock?.arrivals.at(-1)?.kind ?? null)
  const words = kind === null ? null : say(`people.locked.arrival.${kind}`)
  useAnnounced(words)
  if (words === null) return null
  return (
    <Note tone={kind === 'late' ? 'warn' : 'good'} testId="locked-arrival">
      {words}
    </Note>
  )
}
