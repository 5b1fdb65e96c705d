import type { ReactNode } from 'react'
import { formatMoney, type Money } from '../../../shared/money.ts'
import { formatZ, SALE_TENDERS, type ShiftSeen, type ShiftTotals, type Tally } from '../../../shared/shift.ts'
import { Note, PressButton } from '../../kit/index.ts'
import { withSign } from '../figures.ts'
import { clockTime, dayAndTime } from '../moment.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { Difference, signed } from './difference.tsx'
import styles from './shift.module.css'

type Reported = { readonly report: Pick<ShiftSeen, 'shift' | 'totals' | 'moves'> }

export function ShiftHead({
  report: { shift },
  onBack,
}: Reported & { readonly onBack: (() => void) | null }) {
  const say = useText()
  const running = useView((view) => view.shift.open !== null)
  const times = [dayAndTime(shift.openedAt), ...(shift.closedAt === null ? [] : [dayAndTime(shift.closedAt)])]
  const who = [shift.openedBy?.name, shift.closedBy?.name].filter((name) => name !== undefined)
  return (
    <header className={styles.head}>
      <div>
        <h1>
          {shift.zNumber === null
            ? say(`shift.is.${shift.state}`)
            : say('shift.z', { number: formatZ(shift.zNumber) })}
        </h1>
        <p className={styles.quiet}>{[times.join(' – '), shift.terminal, ...new Set(who)].join(' · ')}</p>
      </div>
      {onBack === null ? null : (
        <PressButton tone="quiet" onPress={onBack} testId="shift-back">
          {say(running ? 'shift.back' : 'shift.open')}
        </PressButton>
      )}
    </header>
  )
}

/** X, and what a Z said: as on paper, from the same figures. */
export function ShiftFigures({ report: { totals, ...rest } }: Reported) {
  return totals === null ? <UnseenFigures {...rest} /> : <SeenFigures totals={totals} {...rest} />
}

type Unseen = Pick<ShiftSeen, 'shift' | 'moves'>

/** What one who is to count blind sees of a shift that runs: what they did themselves. */
function UnseenFigures({ shift, moves }: Unseen) {
  const say = useText()
  return (
    <div className={styles.figures}>
      <Note tone="plain">{say('shift.unseen')}</Note>
      <div className={styles.parts}>
        <Part title={say('shift.drawer')}>
          <Row label={say('shift.float')} amount={shift.float} />
        </Part>
        <Moves moves={moves} />
      </div>
    </div>
  )
}

function SeenFigures({ totals, shift, moves }: Unseen & { readonly totals: ShiftTotals }) {
  const say = useText()
  const { drawer, tenders, ereceipts, taxes } = totals
  return (
    <div className={styles.figures}>
      {totals.unread === 0 ? null : <Note tone="warn">{say('shift.unread', { count: totals.unread })}</Note>}
      {shift.count === null ? null : (
        <Difference expected={drawer.expected} difference={shift.count.difference} />
      )}
      <div className={styles.parts}>
        <Part title={say('shift.drawer')}>
          <Row label={say('shift.float')} amount={drawer.float} />
          <Row label={say('shift.cash.sales')} tally={drawer.cashSales} />
          <Row label={say('shift.in')} tally={drawer.cashIn} />
          <Row label={say('shift.out')} tally={drawer.cashOut} minus />
          <Row label={say('shift.given.back')} tally={drawer.givenBack} minus />
          <Row label={say('shift.expected')} amount={drawer.expected} strong testId="expected" />
          {shift.count === null ? null : (
            <>
              <Row label={say('shift.counted')} amount={shift.count.counted} strong />
              {shift.count.firstCounted === null ? null : (
                <Row label={say('shift.counted.first')} amount={shift.count.firstCounted} />
              )}
              {shift.reason === '' ? null : (
                <p className={styles.quiet}>{`${say('shift.reason')}: ${shift.reason}`}</p>
              )}
            </>
          )}
        </Part>
        <Part title={say('shift.sales')}>
          <Row label={say('shift.sold')} tally={totals.sales} />
          <Row label={say('shift.discounts')} tally={totals.discounts} />
          <Row label={say('shift.cancelled')} tally={totals.cancelled} />
          <Row label={say('shift.returns')} tally={totals.returns} minus />
          <Row label={say('shift.net')} amount={totals.net} strong testId="net" />
        </Part>
        <Part title={say('shift.tenders')}>
          {SALE_TENDERS.map((tender) => (
            <Row
              key={tender}
              label={say(`reports.kind.${tender}`)}
              tally={tenders[tender]}
              testId={`shift-tender-${tender}`}
            />
          ))}
        </Part>
        <Part title={say('shift.ereceipts')}>
          <Row label={say('shift.issued')} tally={ereceipts.issued} />
          <Row label={say('shift.owed')} tally={ereceipts.owed} />
          <Row label={say('paying.vat')} amount={taxes.vat} />
          <Row label={say('shift.cityTax')} amount={taxes.cityTax} />
        </Part>
        <Moves moves={moves} />
      </div>
    </div>
  )
}

function Moves({ moves }: Pick<ShiftSeen, 'moves'>) {
  const say = useText()
  if (moves.length === 0) return null
  return (
    <Part title={say('shift.moves')}>
      {moves.map(({ seq, at, way, amount, reason }) => (
        <div key={seq} className={styles.row} data-testid="cash-move">
          <span>{`${clockTime(at)} · ${reason}`}</span>
          <b>{signed((way === 'in' ? amount : -amount) as Money)}</b>
        </div>
      ))}
    </Part>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.part}>
    <h2>{title}</h2>
    {children}
  </section>
)

type RowProps = {
  readonly label: string
  readonly amount?: Money
  readonly tally?: Tally
  readonly strong?: boolean
  readonly minus?: boolean
  readonly testId?: string
}

function Row({ label, amount, tally, strong, minus, testId }: RowProps) {
  const figure = tally?.amount ?? amount ?? (0 as Money)
  return (
    <div className={styles.row} data-strong={strong ?? false} data-testid={testId}>
      <span>
        {label}
        {tally === undefined || tally.count === 0 ? null : <small>{` × ${tally.count}`}</small>}
      </span>
      <b>{strong ? withSign(figure) : `${minus && figure > 0 ? '−' : ''}${formatMoney(figure)}`}</b>
    </div>
  )
}
