import { useCallback, useState } from 'react'
import type { TillChoice } from '../../../../../shared/books/all-tills.ts'
import { formatSaleNumber } from '../../../../../shared/sale/sale.ts'
import { shopDay } from '../../../../../shared/shop/shop-day.ts'
import { Empty, PressButton, Section, Toolbar } from '../../../../kit/index.ts'
import { call, openSale, type ReplyOf, say, useAsked, useCommand } from '../../../page/index.ts'
import { DayEntry } from '../../../parts/day-entry.tsx'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { clockTimeWithSeconds, dayAndTime } from '../../../parts/moment.ts'
import { TillFilter, useTillChoice } from '../../all-tills/index.ts'
import { auditDetails, auditWords } from './audit-words.ts'
import styles from './people.module.css'

type Row = ReplyOf<'listAudit'>[number]

const PAGE = 60

/** The audit trail, newest first. If a day is chosen, it begins at the end of that day. Older rows are loaded a page at a time. */
export function AuditList() {
  const [chosen, choose] = useState<TillChoice>('this')
  const till = useTillChoice(chosen)
  const [until, setUntil] = useState('')
  return (
    <Section
      title={say('audit.title')}
      words={say('audit.words')}
      tools={
        <Toolbar end>
          <TillFilter value={till} onChange={choose} />
          <small aria-hidden="true">{say('word.lastDay')}</small>
          <DayEntry
            label={say('word.lastDay')}
            value={until}
            onChange={setUntil}
            max={shopDay(Date.now())}
            testId="audit-until"
          />
        </Toolbar>
      }
      testId="audit"
    >
      <ListOf key={`${till} ${until}`} till={till} until={until === '' ? null : until} />
    </Section>
  )
}

type ListOfProps = { readonly till: TillChoice; readonly until: string | null }

function ListOf({ till, until }: ListOfProps) {
  const [older, setOlder] = useState<readonly Row[]>([])
  const [ended, setEnded] = useState(false)
  const asking = useCommand()
  const { value: newest, failure } = useAsked(
    useCallback(() => call('listAudit', { till, until, before: null, limit: PAGE }), [till, until]),
  )
  const rows = newest === null ? [] : joined(newest, older)
  const last = rows.at(-1)
  const more = async () => {
    if (last === undefined) return
    const reply = await asking.run(() =>
      call('listAudit', { till, until, before: placeOf(last), limit: PAGE }),
    )
    if (!reply?.ok) return
    setOlder([...rows, ...reply.value])
    setEnded(reply.value.length < PAGE)
  }
  return (
    <>
      <FailureNote failure={failure} />
      {newest?.length === 0 ? (
        <Empty
          icon="clock"
          title={say('audit.title')}
          todo={say(until === null ? 'audit.none' : 'audit.noneUntil')}
        />
      ) : null}
      <ol className={styles.audit}>
        {rows.map((row) => (
          <AuditRow key={keyOf(row)} row={row} />
        ))}
      </ol>
      <FailureNote failure={asking.failure} />
      {ended || rows.length < PAGE ? null : (
        <PressButton onPress={() => void more()} pending={asking.pending}>
          {say('audit.older')}
        </PressButton>
      )}
    </>
  )
}

/** New rows appear at the top while older ones are shown. */
function joined(newest: readonly Row[], older: readonly Row[]): readonly Row[] {
  const known = new Set(newest.map(keyOf))
  return [...newest, ...older.filter((row) => !known.has(keyOf(row)))]
}

const placeOf = ({ till, at, seq }: Row) => ({ till: till ?? '', at, seq })
const keyOf = ({ till, seq }: Row): string => `${till} ${seq}`

function AuditRow({ row }: { readonly row: Row }) {
  const { sale, who, approvedBy } = row
  // The details name a person whose data was saved.
  const whom = row.about.name === row.whom ? null : row.whom
  const details = [whom ?? '', auditDetails(say, row)].filter((words) => words !== '').join(' · ')
  return (
    <li data-testid="audit-row" data-action={row.action}>
      <time title={clockTimeWithSeconds(row.at)}>{dayAndTime(row.at)}</time>
      <b>{[...(row.till === null ? [] : [row.till]), who?.name ?? say('audit.nobody')].join(' · ')}</b>
      <span className={styles.action}>
        {auditWords(say, row)}
        {details === '' ? null : <small>{details}</small>}
        {approvedBy === null ? null : (
          <small className={styles.approved}>{say('audit.approvedBy', { name: approvedBy.name })}</small>
        )}
      </span>
      {sale === null ? (
        <span />
      ) : (
        <PressButton size="small" tone="subtle" onPress={() => openSale(sale.id)}>
          {say('word.saleNumbered', { number: formatSaleNumber(sale.sequence) })}
        </PressButton>
      )}
    </li>
  )
}
