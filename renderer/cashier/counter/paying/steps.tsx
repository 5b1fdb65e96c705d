import type { Monitoring, SaleView } from '../../../../shared/page/index.ts'
import { Aloud } from '../../../kit/index.ts'
import { type Say, say } from '../../page/index.ts'
import type { PayingStatus } from '../../page/status.ts'
import { agoWords, clockTimeWithSeconds, useNow } from '../../parts/moment.ts'
import styles from './steps.module.css'

type Step = {
  readonly name: string
  readonly stage: 'done' | 'now' | 'later'
  readonly when: string | null
}

type StepsProps = {
  readonly status: PayingStatus
  readonly invoicedAt: SaleView['invoicedAt']
  readonly monitoring: Monitoring | null
}

/** The steps from the charge to the printed receipt, and the progress of this sale. */
export function Steps({ status, invoicedAt, monitoring }: StepsProps) {
  const now = useNow(1000)
  return (
    <ol className={styles.steps}>
      {stepsOf(say, { status, invoicedAt, monitoring }, now).map(({ name, stage, when }) => (
        <li key={name} className={styles[stage]}>
          <span className={styles.name}>{name}</span>
          <Aloud>{say(`paying.step.${stage}`)}</Aloud>
          {when === null ? null : <time>{when}</time>}
        </li>
      ))}
    </ol>
  )
}

function stepsOf(say: Say, { status, invoicedAt, monitoring }: StepsProps, now: number): readonly Step[] {
  const invoiced = status.name !== 'invoicing'
  const isShown = invoiced && status.invoice.qrText !== ''
  const shownAt = invoiced ? clockTimeWithSeconds(status.shownAt) : null
  const created = invoicedAt === null ? shownAt : clockTimeWithSeconds(invoicedAt)
  return [
    {
      name: say(invoiced ? 'paying.step.invoice.done' : 'paying.step.invoice'),
      stage: invoiced ? 'done' : 'now',
      when: invoiced ? created : null,
    },
    {
      name: say(isShown ? 'paying.step.qr.done' : 'paying.step.qr'),
      stage: isShown ? 'done' : 'later',
      when: isShown ? shownAt : null,
    },
    {
      name: say(paymentStep(status)),
      stage: invoiced ? 'now' : 'later',
      when: invoiced ? checkedWords(say, monitoring, now) : null,
    },
    { name: say('paying.step.ereceipt'), stage: 'later', when: null },
    { name: say('paying.step.print'), stage: 'later', when: null },
  ]
}

function paymentStep({ name }: PayingStatus) {
  if (name === 'invoicing') return 'paying.step.payment'
  return name === 'cancelling' ? 'paying.step.payment.cancel' : 'paying.step.payment.now'
}

function checkedWords(say: Say, monitoring: Monitoring | null, now: number): string | null {
  if (monitoring === null) return null
  if (monitoring.lastCheckedAt === null) return monitoring.checking ? say('paying.step.checking') : null
  return agoWords(say, now - monitoring.lastCheckedAt)
}
