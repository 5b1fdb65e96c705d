import { Fragment, type ReactNode } from 'react'
import {
  BACK_WAYS,
  BRIDGE_PARTS,
  formatZ,
  missingTaxes,
  type OfPerson,
  SALE_TENDERS,
  type ShiftSeen,
  type ShiftTotals,
  type Tally,
  type Turnover,
  type Untold,
} from '../../../../shared/books/shift.ts'
import { formatMoney, type Money } from '../../../../shared/money/money.ts'
import { shownKind, tellsKinds } from '../../../../shared/money/tax.ts'
import { Hint, Note, PageHead, PressButton } from '../../../kit/index.ts'
import { signed, withSign } from '../../../texts/index.ts'
import { type Say, say, useView } from '../../page/index.ts'
import { clockTime, fromTo } from '../../parts/moment.ts'
import styles from '../../parts/shift.module.css'
import { Difference } from './difference.tsx'

type Reported = { readonly report: Pick<ShiftSeen, 'shift' | 'totals' | 'moves'> }

export const shiftTitle = (say: Say, { zNumber, state }: Pick<ShiftSeen['shift'], 'zNumber' | 'state'>) =>
  zNumber === null ? say(`shift.is.${state}`) : say('shift.z', { number: formatZ(zNumber) })

export function ShiftHead({
  report: { shift },
  onBack,
  children,
}: Reported & { readonly onBack: (() => void) | null; readonly children?: ReactNode }) {
  const running = useView((view) => view.shift.open !== null)
  const who = [shift.openedBy?.name, shift.closedBy?.name].filter((name) => name !== undefined)
  return (
    <PageHead
      title={shiftTitle(say, shift)}
      words={[fromTo(shift.openedAt, shift.closedAt), shift.terminal, ...new Set(who)].join(' · ')}
    >
      {children}
      {onBack === null ? null : (
        <PressButton tone="subtle" onPress={onBack}>
          {say(running ? 'shift.back' : 'shift.open')}
        </PressButton>
      )}
    </PageHead>
  )
}

/** The figures of an X or Z report, as they are printed. */
export const ShiftFigures = ({ report: { totals, ...rest } }: Reported) =>
  totals === null ? <HiddenFigures {...rest} /> : <SeenFigures totals={totals} {...rest} />

type Hidden = Pick<ShiftSeen, 'shift' | 'moves'>

/** For a person who must count blind: only the float and the cash moves of the open shift. */
const HiddenFigures = ({ shift, moves }: Hidden) => (
  <div className={styles.figures}>
    <Note tone="plain">{say('shift.blind-count')}</Note>
    <div className={styles.parts}>
      <Part title={say('shift.drawer')}>
        <Row label={say('shift.float')} amount={shift.float} />
      </Part>
      <Moves moves={moves} />
    </div>
  </div>
)

function SeenFigures({ totals, shift, moves }: Hidden & { readonly totals: ShiftTotals }) {
  const { drawer, tenders, ereceipts } = totals
  return (
    <div className={styles.figures}>
      <Note tone="warn">{totals.unread > 0 && say('shift.unread', { count: totals.unread })}</Note>
      {shift.count === null ? null : (
        <Difference expected={drawer.expected} difference={shift.count.difference} />
      )}
      <div className={styles.parts}>
        <Part title={say('shift.drawer')}>
          <Row label={say('shift.float')} amount={drawer.float} />
          <Row label={say('shift.cash.sales')} tally={drawer.cashSales} />
          <Row label={say('shift.in')} tally={drawer.cashIn} />
          <Row label={say('shift.out')} tally={drawer.cashOut} minus />
          <Row label={say('shift.refunded')} tally={drawer.refunded} minus />
          <Row label={say('shift.expected')} amount={drawer.expected} strong testId="expected" />
          {shift.count === null ? null : (
            <>
              <Row label={say('shift.counted')} amount={shift.count.counted} strong />
              {shift.count.firstCounted === null ? null : (
                <Row label={say('shift.counted.first')} amount={shift.count.firstCounted} />
              )}
              {shift.reason === '' ? null : <Hint>{`${say('shift.reason')}: ${shift.reason}`}</Hint>}
            </>
          )}
        </Part>
        <Part title={say('shift.sales')}>
          <Row label={say('shift.sold')} tally={totals.sales} />
          <Row label={say('shift.discounts')} tally={totals.discounts} />
          <Row label={say('shift.cancelled')} tally={totals.cancelled} />
          <Row label={say('shift.returns')} tally={totals.returns} minus />
          <RowUnlessNone label={say('shift.elsewhere')} tally={totals.elsewhere} />
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
          <Bridge bridge={totals.bridge} net={totals.net} />
        </Part>
        <Kinds kinds={totals.kinds} />
        <Part title={say('shift.ereceipts')}>
          <EReceipts of={totals} owed={ereceipts.owed} />
        </Part>
        <MoneyBack back={totals.back} />
        <Control totals={totals} />
        <WithoutShift before={totals.before} />
        <Moves moves={moves} />
      </div>
    </div>
  )
}

/** The e-receipts of a time, and their taxes. */
function EReceipts({ of, owed }: { readonly of: Turnover; readonly owed?: Tally }) {
  const { ereceipts, taxes, untold } = of
  return (
    <>
      <Row label={say('shift.issued')} tally={ereceipts.issued} />
      <RowUnlessNone label={say('shift.voided')} tally={ereceipts.voided} />
      {owed === undefined ? null : <Row label={say('shift.owed')} tally={owed} />}
      <TaxRow label={say('paying.vat')} amount={taxes.vat} untold={untold.vat} />
      <TaxRow label={say('shift.cityTax')} amount={taxes.cityTax} untold={untold.cityTax} />
      <RowUnlessNone label={say('shift.taxesUnknown')} tally={ereceipts.taxesUnknown} />
      <RowUnlessNone label={say('shift.taxesUnknownVoided')} tally={ereceipts.taxesUnknownVoided} />
      <RowUnlessNone label={say('shift.taxesTold')} tally={ereceipts.taxesTold} />
      <RowUnlessNone label={say('shift.toIssue')} tally={ereceipts.elsewhere} />
      <RowUnlessNone label={say('shift.toIssue.later')} tally={ereceipts.elsewhereLater} />
      <RowUnlessNone label={say('shift.toIssue.back')} tally={ereceipts.elsewhereBack} />
      <RowUnlessNone label={say('shift.toIssue.vat')} amount={ereceipts.elsewhereTaxes.vat} />
      <RowUnlessNone label={say('shift.toIssue.cityTax')} amount={ereceipts.elsewhereTaxes.cityTax} />
    </>
  )
}

type TaxRowProps = { readonly label: string; readonly amount: Money; readonly untold: Untold }

/** The sum of a tax, and how many figures are missing in it: "909.09 + 2 unknown, 1 told later". */
function TaxRow({ label, amount, untold }: TaxRowProps) {
  const missing = missingTaxes(untold)
  if (missing === '') return <Row label={label} amount={amount} />
  const { told } = untold
  const words = { sum: formatMoney(amount), missing, told: String(told) }
  return (
    <Words label={label} words={say(told > 0 ? 'shift.taxesMissingTold' : 'shift.taxesMissing', words)} />
  )
}

/** The parts that explain the difference between tenders and net. Renders nothing if there are none. */
function Bridge({ bridge, net }: Pick<ShiftTotals, 'bridge' | 'net'>) {
  const parts = BRIDGE_PARTS.filter((part) => bridge[part] !== 0)
  if (parts.length === 0) return null
  return (
    <>
      {parts.map((part) => (
        <Row key={part} label={say(`shift.bridge.${part}`)} amount={bridge[part]} />
      ))}
      <Row label={say('shift.net')} amount={net} strong />
    </>
  )
}

function Kinds({ kinds }: Pick<ShiftTotals, 'kinds'>) {
  if (!tellsKinds(kinds)) return null
  return (
    <Part title={say('shift.kinds')}>
      {kinds.map(({ kind, amount, vat, cityTax, back, backVat }) => (
        <Fragment key={kind}>
          <Row label={say(`goods.taxKind.${shownKind({ kind, vat, backVat })}`)} amount={amount} />
          <RowUnlessNone label={say('paying.vat')} amount={vat} indented />
          <RowUnlessNone label={say('shift.cityTax')} amount={cityTax} indented />
          <RowUnlessNone label={say('shift.returns')} amount={back} indented minus />
        </Fragment>
      ))}
    </Part>
  )
}

function MoneyBack({ back }: Pick<ShiftTotals, 'back'>) {
  const ways = BACK_WAYS.filter((way) => back[way].count > 0)
  if (ways.length === 0) return null
  return (
    <Part title={say('shift.money.back')}>
      {ways.map((way) => (
        <Row key={way} label={say(`reports.kind.back-${way}`)} tally={back[way]} />
      ))}
    </Part>
  )
}

function Control({ totals }: { readonly totals: ShiftTotals }) {
  const named = (rows: readonly OfPerson[], what: 'overrides' | 'discountsBy' | 'cashiers') =>
    rows.map(({ name, ...tally }) => (
      <Row
        key={`${what} ${name}`}
        label={`${say(`shift.${what}`)}: ${name === '' ? say('shift.nobody') : name}`}
        tally={tally}
      />
    ))
  return (
    <Part title={say('shift.control')}>
      {totals.numbers.map(({ day, first, last, missing }) => (
        <Words
          key={day}
          label={`${say('shift.numbers')} ${day}`}
          words={`${first}–${last}${missing === 0 ? '' : ` (${say('shift.numbers.missing', { count: missing })})`}`}
        />
      ))}
      <Row
        label={say(totals.recordsMissing ? 'shift.running.partly' : 'shift.running')}
        amount={totals.running}
      />
      <RowUnlessNone label={say('shift.carts')} tally={totals.carts} />
      <RowUnlessNone label={say('shift.removed')} tally={totals.removed} />
      {named(totals.overrides, 'overrides')}
      {named(totals.discountsBy, 'discountsBy')}
      {named(totals.cashiers, 'cashiers')}
      {totals.lastNumber === null ? null : <Words label={say('shift.last')} words={totals.lastNumber} />}
      <Words
        label={say('shift.chain', { position: totals.chain.position })}
        words={totals.chain.head.slice(0, 16)}
      />
    </Part>
  )
}

/** What happened without a shift before this one was opened. No other Z contains it. */
function WithoutShift({ before }: Pick<ShiftTotals, 'before'>) {
  if (before === null) return null
  return (
    <>
      <Part title={say('shift.before')}>
        <Row label={say('shift.sold')} tally={before.sales} />
        <RowUnlessNone label={say('shift.returns')} tally={before.returns} minus />
        {SALE_TENDERS.map((tender) => (
          <RowUnlessNone key={tender} label={say(`reports.kind.${tender}`)} tally={before.tenders[tender]} />
        ))}
        <Bridge bridge={before.bridge} net={before.net} />
      </Part>
      <Part title={`${say('shift.before')}: ${say('shift.ereceipts')}`}>
        <EReceipts of={before} />
      </Part>
    </>
  )
}

function Moves({ moves }: Pick<ShiftSeen, 'moves'>) {
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
  readonly indented?: boolean
  readonly testId?: string
}

type WordsProps = { readonly label: string; readonly words: string; readonly testId?: string }

const Words = ({ label, words, testId }: WordsProps) => (
  <div className={styles.row} data-wraps data-testid={testId}>
    <span>{label}</span>
    <b>{words}</b>
  </div>
)

const RowUnlessNone = (props: RowProps) =>
  (props.tally?.count ?? 0) === 0 && (props.tally?.amount ?? props.amount ?? 0) === 0 ? null : (
    <Row {...props} />
  )

function Row({ label, amount, tally, strong, minus, indented, testId }: RowProps) {
  const figure = tally?.amount ?? amount ?? (0 as Money)
  return (
    <div
      className={styles.row}
      data-strong={strong ?? false}
      data-indented={indented ?? false}
      data-testid={testId}
    >
      <span>
        {label}
        {tally === undefined || tally.count === 0 ? null : <small>{`\u00a0×\u00a0${tally.count}`}</small>}
      </span>
      <b>{strong ? withSign(figure) : `${minus && figure > 0 ? '−' : ''}${formatMoney(figure)}`}</b>
    </div>
  )
}
