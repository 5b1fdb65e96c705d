import { useCallback, useRef, useState } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import type { Reply } from '../../../../shared/page/index.ts'
import {
  leftOf,
  moneyBackOf,
  type RepaymentWay,
  type ReturnPlan,
  USUAL_REASONS,
} from '../../../../shared/sale/return.ts'
import { formatSaleNumber, type Sale } from '../../../../shared/sale/sale.ts'
import {
  Choice,
  Columns,
  Hint,
  MainColumn,
  Note,
  PageHead,
  PressButton,
  SideColumn,
  TextEntry,
  Toolbar,
  TwoStepButton,
} from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { announce, call, failureText, useAsked, useCommand, useText } from '../../page/index.ts'
import { useFocusOnWrong } from '../../page/use-focus-on-wrong.ts'
import { FailureNote } from '../failure-note.tsx'
import { ChooseLines } from './choose-lines.tsx'
import { allOf, asWanted, type Chosen } from './chosen.ts'
import { exchangeAtTill } from './exchange.tsx'
import { Plan } from './plan.tsx'
import styles from './returns.module.css'
import { useReturnScans } from './use-return-scans.ts'

type ReturnFormProps = {
  readonly saleId: string
  /** Whether everything is chosen at first. */
  readonly all?: boolean
  readonly onLeave: () => void
}

/** Chooses goods and reason, and shows the plan beside them. Nothing happens before the confirmation. */
export function ReturnForm({ saleId, all = false, onLeave }: ReturnFormProps) {
  const { value, failure } = useAsked(useCallback(() => call('getSale', { saleId }), [saleId]))
  if (value === null) return <FailureNote failure={failure} />
  return <Form sale={value.view.sale} all={all} onLeave={onLeave} />
}

type FormProps = { readonly sale: Sale; readonly all: boolean; readonly onLeave: () => void }

function Form({ sale, all, onLeave }: FormProps) {
  const say = useText()
  const left = leftOf(sale).filter(({ quantity }) => quantity > 0)
  const [chosen, setChosen] = useState<Chosen>(all ? allOf(left) : {})
  const [way, setWay] = useState<RepaymentWay>('transfer')
  const [reason, setReason] = useState('')
  const starting = useCommand()
  const choose = (next: Chosen) => {
    starting.forget()
    setChosen(next)
  }
  const scanWords = useReturnScans(left, chosen, choose)
  // One idempotency key for the form: a second press after a lost answer starts no second return.
  const idempotencyKey = useRef(crypto.randomUUID())
  const { plan, failure } = usePlan(sale.id, chosen, way)
  const start = async (amount: number, exchange: boolean) => {
    const order = {
      saleId: sale.id,
      lines: asWanted(chosen),
      way: exchange ? ('cash' as const) : way,
      reason,
      amount,
      exchange,
    }
    const reply = await starting.run(() => call('startReturn', order, idempotencyKey.current))
    if (reply === null) return
    if (!reply.ok) {
      idempotencyKey.current = crypto.randomUUID()
      return
    }
    announce(say('return.started'))
    onLeave()
    if (exchange) exchangeAtTill({ saleId: sale.id, returnId: reply.value.returnId })
  }
  const reasonMissing = starting.failure?.name === 'REASON_MISSING' && reason.trim() === ''
  return (
    <Columns second="half" as="main">
      <MainColumn>
        <PageHead
          before={
            <PressButton onPress={onLeave} tone="subtle" testId="return-leave">
              {say('return.leave')}
            </PressButton>
          }
          title={`${say('return.open')} · ${formatSaleNumber(sale.sequence)}`}
        />
        <ChooseLines left={left} chosen={chosen} onChange={choose} />
        <Note tone="bad" testId="return-scan">
          {scanWords}
        </Note>
        <Reason
          value={reason}
          onChange={setReason}
          error={reasonMissing && starting.failure ? failureText(say, starting.failure) : null}
        />
      </MainColumn>
      <SideColumn live>
        <h2 className={styles.plan}>{say('return.plan')}</h2>
        <FailureNote failure={failure} />
        {plan === null && failure === null ? (
          <p className={styles.subtle}>{say('return.plan.empty')}</p>
        ) : null}
        {plan === null ? null : <Plan plan={plan} />}
        {plan?.parts.some((part) => part.by === 'hand' && part.paymentId !== null) ? (
          <Choice<RepaymentWay>
            label={say('return.way')}
            value={way}
            onChange={setWay}
            options={[
              { value: 'transfer', label: say('return.way.transfer') },
              { value: 'cash', label: say('return.way.cash') },
            ]}
          />
        ) : null}
        <FailureNote failure={reasonMissing ? null : starting.failure} />
        {plan === null ? null : (
          <div className={styles.confirm}>
            <TwoStepButton
              tone="main"
              size="large"
              wide
              sure={say('return.confirm.sure', { amount: moneyBack(plan) })}
              about={`${way} ${JSON.stringify(chosen)}`}
              onSure={() => void start(moneyBackOf(plan), false)}
              pending={starting.pending}
              code="F12"
              hotkey="F12"
              testId="return-confirm"
            >
              {say('return.confirm', { amount: moneyBack(plan) })}
            </TwoStepButton>
            <TwoStepButton
              tone="plain"
              size="large"
              wide
              sure={say('exchange.start.sure')}
              about={`${moneyBackOf(plan)} ${JSON.stringify(chosen)}`}
              onSure={() => void start(moneyBackOf(plan), true)}
              pending={starting.pending}
              testId="return-exchange"
            >
              {say('exchange.start')}
            </TwoStepButton>
            <Hint>{say('exchange.start.words')}</Hint>
          </div>
        )}
      </SideColumn>
    </Columns>
  )
}

/** The dry run for the chosen goods; null while nothing is chosen. */
function usePlan(
  saleId: string,
  chosen: Chosen,
  way: RepaymentWay,
): { readonly plan: ReturnPlan | null; readonly failure: Failure | null } {
  const ask = useCallback(async (): Promise<Reply<ReturnPlan | null>> => {
    const lines = asWanted(chosen)
    return lines.length === 0 ? { ok: true, value: null } : call('planReturn', { saleId, lines, way })
  }, [saleId, chosen, way])
  const { value, failure } = useAsked(ask)
  return { plan: failure === null ? value : null, failure }
}

type ReasonProps = {
  readonly value: string
  readonly onChange: (reason: string) => void
  readonly error: string | null
}

/** The reason of the return, printed on its slip: a common one with one press, or typed. */
function Reason({ value, onChange, error }: ReasonProps) {
  const say = useText()
  const form = useFocusOnWrong(error)
  return (
    <form ref={form} className={styles.part} onSubmit={(event) => event.preventDefault()}>
      <TextEntry label={say('return.reason')} value={value} onChange={onChange} error={error} />
      <Toolbar>
        {USUAL_REASONS.map((reason) => (
          <PressButton
            key={reason}
            onPress={() => onChange(say(`return.reason.${reason}`))}
            testId={`return-reason-${reason}`}
          >
            {say(`return.reason.${reason}`)}
          </PressButton>
        ))}
      </Toolbar>
    </form>
  )
}

/** The money that changes hands. */
const moneyBack = (plan: ReturnPlan): string => withSign(moneyBackOf(plan))
