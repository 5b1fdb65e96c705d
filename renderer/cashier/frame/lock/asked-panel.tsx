import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Failure, FailureName } from '../../../../shared/failure.ts'
import { withCommas } from '../../../../shared/money/money.ts'
import { severalFromText } from '../../../../shared/page/several-goods.ts'
import { mayDo } from '../../../../shared/shop/staff.ts'
import { ButtonPair, Icon, type IconName, Note, PageHead, PressButton } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { type AskedApproval, type AskedRule, approvalAsked } from '../../page/approval-asked.ts'
import { announce, call, type Say, useAsked, useText, useView } from '../../page/index.ts'
import { pageScanner, type Scan, useScans } from '../../page/scanning/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from '../../parts/people/people.module.css'
import { PersonTiles } from '../../parts/people/person-tiles.tsx'
import { PinEntry, ScanKeptOut, useScansKeptOut } from '../../parts/people/pin-entry.tsx'
import { usePersonPin } from '../../parts/people/use-person-pin.ts'
import { aboutWords } from './about-words.ts'

export const useApprovalAsked = (): AskedApproval | AskedRule | null =>
  useStore(approvalAsked, ({ asked }) => asked)

/** What a command asks before it goes on: for a PIN, or for the cashier's answer. */
export const AskedPanel = ({ asked }: { readonly asked: AskedApproval | AskedRule }) =>
  'rule' in asked ? <RulePanel asked={asked} /> : <ApprovalPanel asked={asked} />

type QuestionProps = {
  readonly asked: Pick<AskedApproval, 'focused'>
  readonly icon: IconName
  readonly title: string
  /** A button in the head. */
  readonly action?: ReactNode
  readonly testId: string
  readonly children: ReactNode
}

/** The dialog of a question that a command asks. It gives the focus back to the element that had it before. */
function Question({ asked, icon, title, action = null, testId, children }: QuestionProps) {
  const titleId = useId()
  const { focused } = asked
  useEffect(
    () => () => {
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
    },
    [focused],
  )
  return (
    <section
      className={styles.approval}
      role="dialog"
      aria-modal="true"
      aria-labelledby={titleId}
      data-testid={testId}
    >
      <PageHead before={<Icon name={icon} size={24} />} title={title} titleId={titleId}>
        {action}
      </PageHead>
      {children}
    </section>
  )
}

/**
 * A person with the permission approves one command with their PIN; the cashier stays signed in. The panel is beside
 * the cart, so that both can see what it is about. Scans are rejected with a message.
 */
function ApprovalPanel({ asked }: { readonly asked: AskedApproval }) {
  const say = useText()
  const name = useView(({ person }) => person?.name ?? '')
  const about = useView((view) => aboutWords(say, asked, view))
  const { permission } = asked
  useEffect(() => announce(`${say('approval.title')}: ${say(`permission.${permission}`)}`), [say, permission])
  const decline = (
    <PressButton tone="subtle" hotkey="Esc" onPress={() => asked.press(false)}>
      {say('word.cancel')}
    </PressButton>
  )
  return (
    <Question asked={asked} icon="lock" title={say('approval.title')} action={decline} testId="approval">
      <div className={styles.what} data-testid="approval-what">
        <b>{say(`permission.${permission}`)}</b>
        {about === null ? null : <span>{about}</span>}
      </div>
      <p className={styles.subtle}>{say('approval.words', { name })}</p>
      <Approve asked={asked} />
    </Question>
  )
}

function Approve({ asked }: { readonly asked: AskedApproval }) {
  const say = useText()
  const { value: staff, failure } = useAsked(useCallback(() => call('listStaff'), []))
  const isKeptOut = useScansKeptOut()
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
        <ScanKeptOut words={isKeptOut && say('approval.scan')} />
      </div>
      <PinEntry key={tiles.chosen} submitWords={say('approval.give')} {...entry} />
    </div>
  )
}

/**
 * Asks the cashier about the customer's age, whether goods are sold that are banned now, whether so many are meant, or which
 * of several products a code means. "No" has the keyboard.
 */
function RulePanel({ asked }: { readonly asked: AskedRule }) {
  const say = useText()
  const { title, words, no, choices } = questionOf(say, asked.rule)
  const Buttons = choices.length > 1 ? Stack : ButtonPair
  useEffect(() => announce(title), [title])
  return (
    <Question asked={asked} icon="warning" title={title} testId="rule">
      <p className={styles.what}>{words}</p>
      <ScansWait />
      <Buttons>
        <PressButton size="large" hotkey="Esc" onPress={() => asked.press(false)} autoFocus testId="rule-no">
          {no}
        </PressButton>
        {choices.map(({ answer, label }) => (
          <PressButton
            key={label}
            size="large"
            tone="main"
            onPress={() => asked.press(answer)}
            testId="rule-yes"
          >
            {label}
          </PressButton>
        ))}
      </Buttons>
    </Question>
  )
}

/** Holds back all scans while the question is open. Then passes them to the screen that is shown next. */
function ScansWait() {
  const say = useText()
  const waiting = useRef<readonly Scan[]>([])
  const [waits, setWaits] = useState(waiting.current)
  const wait = (scan: Scan) => {
    waiting.current = [...waiting.current, scan]
    setWaits(waiting.current)
  }
  useScans(wait, { receipts: true })
  useEffect(
    () => () => {
      for (const scan of waiting.current) setTimeout(() => pageScanner.give(scan))
    },
    [],
  )
  const counted = waits.flatMap(({ quantity, code }) => (quantity === null ? [] : [`${quantity} × ${code}`]))
  return (
    <Note tone="plain" testId="scans-wait">
      {waits.length > 0 && [say('rule.scan', { count: waits.length }), ...counted].join(' · ')}
    </Note>
  )
}

const Stack = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.stack}>{children}</div>
)

type Asking = {
  readonly title: string
  readonly words: string
  readonly no: string
  readonly choices: readonly { readonly answer: true | string; readonly label: string }[]
}

const KINDS: { readonly [Name in FailureName]?: 'several' | 'age' | 'many' } = {
  CODE_OF_SEVERAL: 'several',
  AGE_UNCONFIRMED: 'age',
  QUANTITY_UNCONFIRMED: 'many',
}

function questionOf(say: Say, { name, detail }: Failure): Asking {
  const kind = KINDS[name] ?? 'ban'
  const told = detail ?? ''
  const values = { age: told, category: told, pieces: withCommas(Number(told)) }
  return {
    title: say(`rule.${kind}.title`, values),
    words: say(`rule.${kind}.words`, values),
    no: say(`rule.${kind}.no`),
    choices:
      kind === 'several'
        ? severalFromText(told).map(({ code, name: product, price }) => ({
            answer: code,
            label: `${product} · ${code} · ${withSign(price)}`,
          }))
        : [{ answer: true, label: say(`rule.${kind}.yes`, values) }],
  }
}
