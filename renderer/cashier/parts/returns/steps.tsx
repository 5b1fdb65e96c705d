import type { ReactNode } from 'react'
import { handed } from '../../../../shared/money/cash-rounding.ts'
import {
  canCancelReturn,
  canGoWithoutVoid,
  cashDue,
  isUnclear,
  type Return,
  type ReturnPart,
  type ReturnVoid,
  voidsAreSettled,
} from '../../../../shared/sale/return.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { type IconName, Item, ItemList, PressButton, Toolbar, TwoStepButton } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { type Command, call, say, useCommand } from '../../page/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { exchangeAtTill } from './exchange.tsx'
import { Repayment, type Settle } from './repayment.tsx'

type StepsProps = { readonly sale: Sale; readonly one: Return }

/** The steps of a return. A step that waits for a person has its buttons. */
export function Steps({ sale, one }: StepsProps) {
  const acting = useCommand()
  const settle: Settle = (action) =>
    void acting.run(() =>
      call('settleReturnStep', { saleId: sale.id, returnId: one.id, action }, crypto.randomUUID()),
    )
  const ready = voidsAreSettled(one)
  const cancels = one.receiver === undefined ? 'return.action.cancel' : 'return.action.keep-receiver'
  return (
    <>
      <ItemList ordered>
        {one.voids.map((had) => (
          <VoidRow key={had.paymentId} one={one} had={had} settle={settle} acting={acting} />
        ))}
        {one.parts.map((part) => (
          <PartRow key={part.id} part={part} ready={ready} settle={settle} acting={acting} />
        ))}
      </ItemList>
      <FailureNote failure={acting.failure} />
      {cashDue(one).length > 0 ? (
        <Toolbar>
          <PressButton
            onPress={() => exchangeAtTill({ saleId: sale.id, returnId: one.id })}
            testId="exchange-go"
          >
            {say('exchange.start')}
          </PressButton>
        </Toolbar>
      ) : null}
      {canCancelReturn(one) ? (
        <Toolbar>
          <TwoStepButton
            tone="subtle"
            sure={say(`${cancels}.sure`)}
            onSure={() => settle({ do: 'cancel' })}
            pending={acting.pending}
          >
            {say(cancels)}
          </TwoStepButton>
        </Toolbar>
      ) : null}
    </>
  )
}

const SHAPES: Readonly<Record<string, IconName>> = {
  due: 'clock',
  requested: 'clock',
  unknown: 'question',
  voided: 'check',
  refunded: 'check',
  repaid: 'check',
  refused: 'warning',
  skipped: 'minus',
}

type RowProps = {
  readonly step: string
  readonly kind: string
  readonly words: string
  readonly why?: string
  readonly amount?: string
  readonly children?: ReactNode
}

const TONES: Readonly<Record<string, 'good' | 'warn'>> = {
  voided: 'good',
  refunded: 'good',
  repaid: 'good',
  refused: 'warn',
}

const Row = ({ step, kind, words, why, amount, children }: RowProps) => (
  <Item
    icon={SHAPES[step] ?? 'clock'}
    tone={TONES[step] ?? 'plain'}
    title={words}
    words={why}
    amount={amount}
    testId="return-step"
    data-kind={kind}
    data-step={step}
  >
    {children}
  </Item>
)

type VoidRowProps = {
  readonly one: Return
  readonly had: ReturnVoid
  readonly settle: Settle
  readonly acting: Command
}

function VoidRow({ one, had, settle, acting }: VoidRowProps) {
  const { step, paymentId, printedId } = had
  const failure = 'failure' in step ? step.failure : null
  const refused = step.name === 'refused'
  return (
    <Row
      step={step.name}
      kind="void"
      words={say(`return.void.${step.name}`)}
      {...(printedId === null ? {} : { why: say('return.void.id', { id: printedId }) })}
    >
      {failure === null ? null : (
        <>
          <FailureNote
            failure={failure}
            tone="warn"
            todo={say(refused ? todoForVoid(one) : 'return.todo.wait')}
          />
          <Toolbar>
            {refused ? <TryAgain settle={settle} acting={acting} /> : null}
            {canGoWithoutVoid(one, had) ? (
              <TwoStepButton
                tone="plain"
                sure={say('return.action.without-void.sure')}
                onSure={() => settle({ do: 'without-void', paymentId })}
                pending={acting.pending}
              >
                {say('return.action.without-void')}
              </TwoStepButton>
            ) : null}
          </Toolbar>
        </>
      )}
    </Row>
  )
}

const todoForVoid = ({ receiver }: Return) =>
  receiver === undefined ? 'return.todo.void' : 'return.todo.void.receiver'

const TryAgain = ({ settle, acting }: { readonly settle: Settle; readonly acting: Command }) => (
  <PressButton tone="main" onPress={() => settle({ do: 'try-again' })} pending={acting.pending}>
    {say('return.action.try-again')}
  </PressButton>
)

type PartRowProps = {
  readonly part: ReturnPart
  /** The return's e-receipts are settled, so money may go back. */
  readonly ready: boolean
  readonly settle: Settle
  readonly acting: Command
}

function PartRow({ part, ready, settle, acting }: PartRowProps) {
  const { step } = part
  const failure = 'failure' in step ? step.failure : null
  return (
    <Row
      step={step.name}
      kind={part.by === 'refund' ? 'refund' : part.way}
      words={partWords(part)}
      why={partWhy(part)}
      amount={withSign(handed(part))}
    >
      {failure === null ? null : <FailureNote failure={failure} tone="warn" todo={say(todoFor(part))} />}
      {step.name === 'refused' ? <Refused part={part} settle={settle} acting={acting} /> : null}
      {isUnclear(part) ? <FoundOut part={part} settle={settle} acting={acting} /> : null}
      {part.by === 'hand' && step.name === 'due' && ready ? (
        <Repayment part={part} settle={settle} acting={acting} />
      ) : null}
    </Row>
  )
}

type StepProps = Omit<PartRowProps, 'ready'>

/** The service refused the refund: a person retries it or repays in another way. */
const Refused = ({ part, settle, acting }: StepProps) => (
  <Toolbar>
    <TryAgain settle={settle} acting={acting} />
    {(['cash', 'transfer'] as const).map((way) => (
      <TwoStepButton
        key={way}
        tone="plain"
        sure={say('return.action.sure')}
        onSure={() => settle({ do: 'by-hand', partId: part.id, way })}
        pending={acting.pending}
      >
        {say(`return.action.by-hand.${way}`)}
      </TwoStepButton>
    ))}
  </Toolbar>
)

/** The service does not tell the outcome of the refund: a person must look at the merchant's account. */
const FoundOut = ({ part, settle, acting }: StepProps) => (
  <Toolbar>
    {(['refunded', 'not-refunded'] as const).map((what) => (
      <TwoStepButton
        key={what}
        tone="plain"
        sure={say(`return.action.${what}.sure`)}
        onSure={() => settle({ do: 'found-out', partId: part.id, refunded: what === 'refunded' })}
        pending={acting.pending}
      >
        {say(`return.action.${what}`)}
      </TwoStepButton>
    ))}
  </Toolbar>
)

function todoFor(part: ReturnPart) {
  if (isUnclear(part)) return 'return.todo.unclear'
  return part.step.name === 'refused' ? 'return.todo.refund' : 'return.todo.wait'
}

function partWords(part: ReturnPart): string {
  if (isUnclear(part)) return say('return.refund.unclear')
  if (part.by === 'refund') return say(`return.refund.${part.step.name}`)
  return part.step.name === 'repaid' ? say(`return.repaid.${part.step.how}`) : say(`return.repay.${part.way}`)
}

function partWhy(part: ReturnPart): string {
  if (part.by === 'refund') return ''
  return part.step.name === 'repaid' ? part.step.note : say(`return.why.${part.why}`)
}
