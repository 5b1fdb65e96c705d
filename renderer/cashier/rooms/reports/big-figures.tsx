import { COMPARED, type Compared, type Report, type ReportTotals } from '../../../../shared/books/report.ts'
import { type Money, money } from '../../../../shared/money/money.ts'
import { signed, withSign } from '../../../texts/index.ts'
import { say } from '../../page/index.ts'
import styles from './reports.module.css'

/** The main figures, each compared with the range before. */
export const BigFigures = ({ report }: { readonly report: Report }) => (
  <section className={styles.figures}>
    {COMPARED.filter((which) => isShown(report, which)).map((which) => (
      <div key={which} className={styles.figure} data-testid={`figure-${which}`}>
        <small>{say(`reports.figure.${which}`)}</small>
        <b>{shownOf(report.totals, which)}</b>
        <Change
          share={report.changes[which]}
          before={wordsBefore(report, which)}
          difference={
            which === 'net' || which === 'amount'
              ? money(report.totals[which] - report.totalsBefore[which])
              : null
          }
        />
      </div>
    ))}
  </section>
)

/** A figure that is zero now and was zero before has no card. Without returns the amount has none, because it equals the net. */
const isShown = ({ totals, totalsBefore }: Report, which: Compared): boolean => {
  const figure = which === 'amount' ? 'back' : which
  return totals[figure] !== 0 || totalsBefore[figure] !== 0
}

/** For a figure without a share: says that there were no earlier sales, or the earlier figure. Empty if both are zero. */
function wordsBefore({ totals, totalsBefore }: Report, which: Compared): string {
  if (totals[which] === 0 && totalsBefore[which] === 0) return ''
  if (totalsBefore.sales === 0 && totalsBefore.back === 0) return say('reports.fresh')
  return say('reports.previously', { figure: shownOf(totalsBefore, which) })
}

function shownOf(totals: ReportTotals, which: Compared): string {
  switch (which) {
    case 'sales':
      return totals.sales.toLocaleString('en-US')
    case 'linesOfSale':
      return (totals.linesOfSale / 100).toFixed(1)
    default:
      return withSign(totals[which])
  }
}

type ChangeProps = {
  readonly share: number | null
  /** Shown where there is no share. */
  readonly before: string
  /** Shown before the share, if there is something to compare with. */
  readonly difference: Money | null
}

/** Shows the change by an arrow and a word, without a colour: the owner judges whether it is good. */
function Change({ share, before, difference }: ChangeProps) {
  const words = share === null ? before : changeWords(share)
  return (
    <small className={styles.change}>
      {share === null || share === 0 || difference === null ? null : <span>{signed(difference)}</span>}
      <span>{words}</span>
    </small>
  )
}

export function changeWords(share: number): string {
  if (share === 0) return say('reports.same')
  const percent = Math.abs(share) / 100
  const words = { share: percent.toFixed(percent < 0.1 ? 2 : 1) }
  return share > 0 ? `↑ ${say('reports.more', words)}` : `↓ ${say('reports.less', words)}`
}
