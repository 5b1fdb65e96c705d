import { Activity, useLayoutEffect } from 'react'
import { Aloud, PressButton } from '../../kit/index.ts'
import { say, shownIn, usePage, useText, useView } from '../page/index.ts'
import { KeptParts } from '../page/kept-parts.tsx'
import { ScansElsewhere } from '../page/scanning/index.ts'
import { offerToAdd } from '../rooms/goods/index.ts'
import { Arrivals } from './arrivals/arrivals.tsx'
import { Counter } from './counter.tsx'
import styles from './frame.module.css'
import { Header, Where } from './header.tsx'
import { LaterPart } from './later.tsx'
import { AskedPanel, giveBackKeyboard, LockScreen, useApprovalAsked } from './lock/index.ts'
import { FloatingPad } from './number-pad/floating-pad.tsx'
import { Rail } from './rail.tsx'
import { LATER } from './rooms.ts'

/** The whole page: header, rail, and the open room. */
export function Frame() {
  useText()
  const known = usePage((page) => shownIn(page) !== null)
  return known ? <Till /> : <Waiting />
}

/**
 * While the till is locked, the rooms stay mounted but hidden and without keys, with the view before the lock, so that
 * the person finds them unchanged. A till that starts locked has none.
 */
function Till() {
  const locked = usePage(({ lock }) => lock !== null)
  const opened = usePage(({ view }) => view !== null)
  const last = usePage(({ view }) => view?.person?.id ?? null)
  const visit = usePage((page) => page.visit)
  const approval = useApprovalAsked()
  return (
    <>
      {opened ? (
        <Activity mode={locked ? 'hidden' : 'visible'}>
          <Rooms key={visit} />
        </Activity>
      ) : null}
      {locked ? <LockScreen head={<Where />} last={last} /> : null}
      {approval === null || locked ? null : <AskedPanel key={approval.shownAt} asked={approval} />}
      <Announcer />
    </>
  )
}

function Rooms() {
  const room = usePage((page) => page.room)
  const approving = useApprovalAsked() !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another room is opened.
  useLayoutEffect(giveBackKeyboard, [room])
  return (
    <div className={styles.frame} inert={approving}>
      <Header />
      <Rail />
      <FloatingPad />
      <div className={styles.room}>
        <ScansElsewhere onAdd={offerToAdd} />
        <Arrivals />
        <KeptParts open={room} className={styles.within}>
          {(one) => (one === 'till' ? <AtTheCounter /> : <LaterPart of={LATER[one]} />)}
        </KeptParts>
      </div>
    </div>
  )
}

/**
 * Shows the reports of a start, then the guide, before the counter, until a person acknowledges or leaves each.
 */
function AtTheCounter() {
  const reported = useView(
    ({ rescued, registerRescued, recovered }) =>
      rescued !== null || registerRescued !== null || recovered.sales.length > 0,
  )
  const guided = useView((view) => view.settings.guide.open)
  if (reported) return <LaterPart of={LATER.recovery} />
  return guided ? <LaterPart of={LATER.guide} /> : <Counter />
}

function Waiting() {
  const unreachable = usePage((page) => page.unreachable)
  if (!unreachable) return <main className={styles.whole}>{say('app.loading')}</main>
  return (
    <main className={styles.whole} role="alert">
      <p>{say('app.unreachable')}</p>
      <PressButton tone="main" size="large" onPress={() => window.location.reload()} testId="reload">
        {say('app.reload')}
      </PressButton>
    </main>
  )
}

/** Announces events to screen readers. */
function Announcer() {
  const { text, number } = usePage((page) => page.announcement)
  return (
    <div className={styles.announcer} aria-live="polite" data-testid="announcement">
      <Aloud key={number}>{text}</Aloud>
    </div>
  )
}
