/** A table of a report as a page of A4 paper: every row, and on each sheet the shop, the range and the heads. */
import {
  columnText,
  isWords,
  REPORT_COLUMNS,
  type ReportColumn,
  WHOLE_TABLES,
} from '../../../shared/books/report.ts'
import { shopTime } from '../../../shared/shop/shop-day.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import { cellWords, type SayReport, totalWords } from '../../../shared/texts/report-words.ts'
import { type ReportExport, tillLines } from '../../books/reports/index.ts'
import { escaped, htmlPage } from '../draw/index.ts'

/** Its rows are in the order of the paper. */
export type ReportPage = Omit<ReportExport, 'more' | 'format' | 'folder'> & {
  readonly shop: string
  readonly now: number
}

export function reportPage(page: ReportPage): string {
  const { table, rows, language } = page
  const say: SayReport = (key) => TEXTS[language][key]
  const columns: readonly ReportColumn[] = REPORT_COLUMNS[table]
  const line = (words: (column: ReportColumn, place: number) => string): string =>
    `<tr>${columns.map((column, place) => `<td${classOf(column)}>${escaped(words(column, place))}</td>`).join('')}</tr>`
  const total = (column: ReportColumn, place: number): string =>
    place === 0 ? say('word.total') : totalWords(column, rows)
  return htmlPage({
    language,
    title: `${say('reports.title')}: ${say(`reports.table.${table}`)}`,
    style: STYLE,
    body: [
      '<table>',
      '<thead>',
      `<tr><th class="words" colspan="${columns.length}">${aboutOf(page, say)}</th></tr>`,
      `<tr>${columns.map((column) => `<th${classOf(column)}>${escaped(say(columnText(table, column)))}</th>`).join('')}</tr>`,
      '</thead>',
      '<tbody>',
      ...rows.map((row) => line((column) => cellWords(say, table, column, row))),
      '</tbody>',
      // A tfoot would be repeated on each sheet.
      ...(WHOLE_TABLES.has(table) && rows.length > 1
        ? ['<tbody class="total">', line(total), '</tbody>']
        : []),
      '</table>',
    ],
  })
}

const classOf = (column: ReportColumn): string => (isWords(column) ? ' class="words"' : '')

function aboutOf(
  { shop, table, from, to, tills, testMode, language, now }: ReportPage,
  say: SayReport,
): string {
  const range = from === to ? from : `${from} – ${to}`
  const mark = testMode ? `<b class="test">${escaped(TEXTS[language]['practice.badge'])}</b>` : ''
  const about = [say('reports.title'), say(`reports.table.${table}`), range, shopTime(now).slice(0, 16)]
  const lines = [about.join(' · '), ...tillLines(tills, language)].map((line) => `<br>${escaped(line)}`)
  return `${mark}<b>${escaped(shop)}</b>${lines.join('')}`
}

const STYLE = `
@page { size: A4; margin: 12mm 12mm 15mm }
body { font-size: 9pt }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
thead { display: table-header-group }
tr { break-inside: avoid }
th, td { padding: 1mm 0 1mm 3mm; border-bottom: 0.2mm solid #bbb; text-align: right; vertical-align: top }
th { border-color: #000; font-weight: 650 }
th:first-child, td:first-child { padding-left: 0 }
thead tr:first-child th { padding-bottom: 3mm; border: 0; font-weight: 450 }
thead b { font-size: 12pt; font-weight: 700 }
.words { text-align: left; overflow-wrap: anywhere }
thead tr:last-child th.words, td.words:first-child { white-space: nowrap }
td:not(.words) { white-space: nowrap }
.total td { border: 0; border-top: 0.4mm solid #000; font-weight: 700 }
thead .test { float: right; padding: 1mm 2mm; background: #000; color: #fff; font-size: 10pt }`
