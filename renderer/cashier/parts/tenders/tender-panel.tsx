import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { roundedCash } from '../../../../shared/money/cash-rounding.ts'
import { formatMoney, type Money, NO_MONEY } from '../../../../shared/money/money.ts'
import type { TenderKind } from '../../../../shared/sale/sale.ts'
import { Choice, isEntry, optionsOf, SubmitButton, TextEntry } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { failureText, say, useView } from '../../page/index.ts'
import { useScans } from '../../page/scanning/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { PanelHead } from '../panel-head.tsx'
import { Notes } from './notes.tsx'
import styles from './tenders.module.css'
import { grouped, inThousands, type TypedSum, withNote } from './typed-sum.ts'
import { type TakingParts, useTaking } from './use-taking.ts'

type PanelProps = Omit<TakingParts, 'kind'> & {
  /** What else happens when the money is taken. */
  readonly words?: string
  /** Adds goods that are typed beside the panel. Resolves to false if there were any: then no money is taken yet. */
  readonly settled?: () => Promise<boolean>
}

type TenderPanelProps = PanelProps & {
  /** The tenders to choose from; the first one is chosen at first. */
  readonly kinds: readonly [TenderKind, ...TenderKind[]]
}

/** Takes a tender: the due, the received amount, the change. The main process decides what is valid. */
export function TenderPanel({ kinds, ...panel }: TenderPanelProps) {
  const [kind, setKind] = useState(kinds[0])
  const titleId = useId()
  const rounding = useView(({ settings }) => settings.cashRounding)
  const due = kind === 'cash' ? roundedCash(panel.due, rounding) : panel.due
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section
      ref={section}
      className={styles.panel}
      role="dialog"
      aria-labelledby={titleId}
      data-testid={`${kind}-panel`}
    >
      <PanelHead title={say(`tender.${kind}`)} titleId={titleId} onLeave={panel.onClose} />
      <div className={styles.due}>
        <span>{say('tender.due')}</span>
        <b data-testid="due">{withSign(due)}</b>
      </div>
      {due === panel.due ? null : (
        <p className={styles.words} data-testid="rounded-from">
          {say('tender.rounded', { total: formatMoney(panel.due) })}
        </p>
      )}
      {kinds.length === 1 ? null : (
        <Choice<TenderKind>
          label={say('tender.how')}
          labelHidden
          value={kind}
          onChange={setKind}
          options={optionsOf(kinds, (value) => say(`tender.brief.${value}`))}
        />
      )}
      <TakingForm key={kind} kind={kind} {...panel} due={due} />
    </section>
  )
}

type TakingFormProps = PanelProps & { readonly kind: TenderKind }

function TakingForm({ words, settled, ...parts }: TakingFormProps) {
  const { kind, due, part } = parts
  const taking = useTaking(parts)
  const { text, type, sum, wrong, untouched } = taking
  const field = useRef<HTMLInputElement>(null)
  const isInForm = (target: EventTarget | null): boolean =>
    isEntry(target) && field.current?.form?.contains(target as Element) === true
  // A scanned product is added, and the focus stays here.
  useScans((scan, pass) => {
    if (!isInForm(scan.field)) field.current?.focus()
    pass({ ...scan, field: document.activeElement })
  })
  // A product added meanwhile changes the due.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the due changes.
  useEffect(() => {
    if (!isInForm(document.activeElement)) field.current?.focus()
    if (untouched && document.activeElement === field.current) field.current?.select()
  }, [due])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (settled === undefined || (await settled())) taking.submit(event)
    else field.current?.focus()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextEntry
        label={say(kind === 'cash' ? 'cash.received' : 'tender.amount')}
        value={text}
        onChange={(next) => type(grouped(next))}
        {...(kind === 'cash' ? { hint: cashHint(text, due) } : {})}
        inputMode="numeric"
        error={wrong === null ? null : failureText(say, wrong)}
        inputRef={field}
        autoFocus
        figures
        testId={`${kind}-received`}
      />
      {kind === 'cash' ? (
        <Notes
          onAdd={(note) => type(withNote(text, note))}
          last={{ words: say('cash.exact'), onPress: () => type('') }}
        />
      ) : (
        <TextEntry
          label={say(`tender.reference.${kind}`)}
          value={taking.reference}
          onChange={taking.refer}
          numbers="digits"
          testId={`${kind}-reference`}
        />
      )}
      <WhatItComesTo kind={kind} sum={sum} />
      {kind === 'cash' ? null : <p className={styles.words}>{say(`tender.todo.${kind}`)}</p>}
      {words === undefined ? null : <p className={styles.words}>{words}</p>}
      <FailureNote failure={taking.refused} />
      <SubmitButton pending={taking.pending} disabled={taking.blocked}>
        {taking.asking ? say('cash.take.sure') : buttonWords({ kind, part, sum })}
      </SubmitButton>
    </form>
  )
}

function cashHint(text: string, due: Money): string {
  const thousands = inThousands(text, due)
  return thousands === null
    ? say('cash.received.hint')
    : say('cash.received.thousands', { typed: text.trim(), amount: formatMoney(thousands) })
}

type WhatItComesToProps = { readonly kind: TenderKind; readonly sum: TypedSum }

/** The change or the missing amount. Other tenders than cash have no change. */
function WhatItComesTo({ kind, sum: { received, missing, change } }: WhatItComesToProps) {
  const short = missing > NO_MONEY
  if (kind !== 'cash' && !short) return null
  const shown = received === null ? '—' : withSign(short ? missing : change)
  return (
    <div className={styles.change} data-short={short}>
      <span>{say(short ? 'tender.short' : 'word.change')}</span>
      <b data-testid={`${kind}-change`} aria-live="polite" data-long={shown.length > LONG}>
        {shown}
      </b>
    </div>
  )
}

/** Longer than "1,000,000 ₮". */
const LONG = 11

type Button = { readonly kind: TenderKind; readonly part: boolean; readonly sum: TypedSum }

function buttonWords({ kind, part, sum: { received, missing } }: Button): string {
  if (received === null || missing <= NO_MONEY) return say(`tender.take.${kind}`)
  return part ? say('tender.take.part', { amount: formatMoney(received) }) : say('tender.take.short')
}
