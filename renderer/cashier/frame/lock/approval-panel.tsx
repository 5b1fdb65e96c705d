import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import { mayDo } from '../../../../shared/shop/staff.ts'
import { PressButton } from '../../../kit/index.ts'
import { type AskedApproval, type AskedRule, approvalAsked } from '../../page/approval-asked.ts'
import { call } from '../../page/call.ts'
import { announce, useView } from '../../page/store.ts'
import { useText } from '../../page/text.ts'
import { useAsked } from '../../page/use-asked.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from '../../parts/people/people.module.css'
import { PersonTiles } from '../../parts/people/person-tiles.tsx'
import { PinEntry, ScansKeptOut } from '../../parts/people/pin-entry.tsx'
import { usePersonPin } from '../../parts/people/use-person-pin.ts'
import { aboutWords } from './about-words.ts'
import { AskedPanel } from './asked-panel.tsx'

export const useApprovalAsked = (): AskedApproval | AskedRule | null =>
  useStore(approvalAsked, ({ asked }) => asked)

/**
 * A person with the permission approves one command with their PIN; the cashier stays signed in. The panel is beside
 * the cart, so that both can see what it is about. Scans are rejected with a message.
 */
export function ApprovalPanel({ asked }: { readonly asked: AskedApproval }) {
  const say = useText()
  const name = useView(({ person }) => person?.name ?? '')
  const about = useView((view) => aboutWords(say, asked, view))
  const { permission } = asked
  useEffect(() => announce(`${say('approval.title')}: ${say(`permission.${permission}`)}`), [say, permission])
  const decline = (
    <PressButton tone="subtle" hotkey="Esc" onPress={() => asked.answer(false)}>
      {say('word.cancel')}
    </PressButton>
  )
  return (
    <AskedPanel asked={asked} icon="lock" title={say('approval.title')} action={decline} testId="approval">
      <div className={styles.what} data-testid="approval-what">
        <b>{say(`permission.${permission}`)}</b>
        {about === null ? null : <span>{about}</span>}
      </div>
      <p className={styles.subtle}>{say('approval.words', { name })}</p>
      <Approve asked={asked} />
    </AskedPanel>
  )
}

function Approve({ asked }: { readonly asked: AskedApproval }) {
  const say = useText()
  const { value: staff, failure } = useAsked(useCallback(() => call('listStaff'), []))
  const people = (staff?.people ?? []).filter(({ active, role }) => active && mayDo(role, asked.permission))
  const { tiles, entry } = usePersonPin({
    people,
    first: null,
    ask: ({ id }, pin) =>
      call('approve', { staffId: id, pin, command: asked.command, request: asked.request }),
    onRight: ({ name }) => {
      announce(say('approval.given', { name }))
      asked.answer(true)
    },
  })
  if (staff === null) return <FailureNote failure={failure} />
  if (people.length === 0) return <p>{say('approval.none')}</p>
  return (
    <div className={styles.approvalColumns}>
      <div className={styles.who}>
        <h2>{say('approval.by')}</h2>
        <PersonTiles label={say('approval.by')} {...tiles} />
        <ScansKeptOut words={say('approval.scan')} />
      </div>
      <PinEntry key={tiles.chosen} submitWords={say('approval.give')} {...entry} />
    </div>
  )
}
