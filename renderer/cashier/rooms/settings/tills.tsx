import { useCallback, useState } from 'react'
import type { FleetTill } from '../../../../shared/page/shop-link.ts'
import { type IconName, Item, ItemList, PressButton, Section, TwoStepButton } from '../../../kit/index.ts'
import { call, failureText, say, useAsked, useCommand, useMay } from '../../page/index.ts'
import { FailureNote, Unanswered } from '../../parts/failure-note.tsx'
import { ageWords, dayAndTime, useNow } from '../../parts/moment.ts'
import { Quarantine } from './quarantine.tsx'

const LOOK_AGAIN_MS = 10_000
/** A till tells that it lives every ten seconds. */
const SILENT_MS = 60_000
/** A clock that is off by less matters to nobody. */
const CLOCK_OFF_MS = 60_000

/** All tills of the shop, and how each is, as it told the shop database. */
export function Tills() {
  const {
    value: tills,
    failure,
    again,
  } = useAsked(
    useCallback(() => call('listTills'), []),
    LOOK_AGAIN_MS,
  )
  return (
    <Section
      title={say('tills.title')}
      words={say('tills.words')}
      tools={<PressButton onPress={again}>{say('tills.again')}</PressButton>}
      testId="tills"
    >
      {tills === null ? <Unanswered failure={failure} /> : <FailureNote failure={failure} tone="warn" />}
      {tills === null ? null : (
        <ItemList>
          {tills.map((till) => (
            <Till key={till.code} till={till} onChanged={again} />
          ))}
        </ItemList>
      )}
    </Section>
  )
}

type Shown = { readonly icon: IconName; readonly tone: 'good' | 'warn' | 'plain' }

function Till({ till, onChanged }: { readonly till: FleetTill; readonly onChanged: () => void }) {
  const now = useNow(1_000)
  const mayRetire = useMay('retire-till')
  const retiring = useCommand()
  const retire = async () => {
    const reply = await retiring.run(() => call('retireTill', { code: till.code }))
    if (reply?.ok) onChanged()
  }
  const [shownApart, setShownApart] = useState(false)
  const isApart = shownApart && till.quarantine > 0
  const troubles = troublesOf(till, now)
  const shown: Shown =
    till.state !== 'active'
      ? { icon: 'clock', tone: 'plain' }
      : troubles.length > 0
        ? { icon: 'warning', tone: 'warn' }
        : { icon: 'check', tone: 'good' }
  return (
    <Item
      {...shown}
      title={till.isMe ? say('tills.me', { code: till.code }) : till.code}
      words={
        <>
          <span>{contactOf(till, now)}</span>
          {till.state === 'active' && till.heardAt !== null ? <span>{plainFacts(till)}</span> : null}
          {troubles.map((trouble) => (
            <span key={trouble}>{trouble}</span>
          ))}
        </>
      }
      tools={
        <>
          {till.quarantine === 0 ? null : (
            <PressButton size="small" onPress={() => setShownApart(!isApart)} testId="show-quarantine">
              {say(isApart ? 'tills.apart.hide' : 'tills.apart.show')}
            </PressButton>
          )}
          {till.state === 'retired' || till.isMe || !mayRetire ? null : (
            <TwoStepButton
              size="small"
              sure={say('tills.retire.sure')}
              onSure={() => void retire()}
              pending={retiring.pending}
              label={say('tills.retire.of', { code: till.code })}
            >
              {say('tills.retire')}
            </TwoStepButton>
          )}
        </>
      }
      testId="till-row"
      data-state={shown.tone}
    >
      <FailureNote failure={retiring.failure} />
      {isApart ? <Quarantine code={till.code} count={till.quarantine} onSeen={onChanged} /> : null}
    </Item>
  )
}

const isSilent = ({ heardAt }: FleetTill, now: number): boolean =>
  heardAt === null || now - heardAt > SILENT_MS

function contactOf(till: FleetTill, now: number): string {
  if (till.state !== 'active') return say(`tills.${till.state}`)
  if (till.heardAt === null) return say('tills.never')
  return isSilent(till, now) ? say('tills.heard', { at: dayAndTime(till.heardAt) }) : say('tills.connected')
}

function plainFacts({ status }: FleetTill): string {
  const { shiftOpenedAt, version } = status
  const shift =
    shiftOpenedAt === null ? say('tills.noShift') : say('tills.shift', { at: dayAndTime(shiftOpenedAt) })
  return version === null ? shift : `${shift} · ${say('tills.version', { version })}`
}

function troublesOf(till: FleetTill, now: number): readonly string[] {
  if (till.state === 'pairing' && till.status.behind) return [say('tills.behind')]
  if (till.state !== 'active') return []
  const { unsent, oldestUnsentMs, printer, clockOffMs, attention, behind, missing } = till.status
  // What waited when the till was heard waits longer now.
  const waited =
    (oldestUnsentMs ?? 0) + (isSilent(till, now) && till.heardAt !== null ? now - till.heardAt : 0)
  return [
    unsent > 0 && waited > SILENT_MS
      ? say('tills.unsent', { count: unsent, age: ageWords(say, waited) })
      : null,
    behind ? say('tills.behind') : null,
    till.quarantine > 0 ? say('tills.quarantine', { count: till.quarantine }) : null,
    missing > 0 ? say('tills.missing', { count: missing }) : null,
    printer === null ? null : say('tills.printer', { reason: failureText(say, printer) }),
    attention > 0 ? say('tills.attention', { count: attention }) : null,
    clockOffMs !== null && Math.abs(clockOffMs) > CLOCK_OFF_MS
      ? say('tills.clock', { age: ageWords(say, Math.abs(clockOffMs)) })
      : null,
  ].filter((trouble) => trouble !== null)
}
