import { useCallback, useState } from 'react'
import type { TillChoice } from '../../../../shared/all-tills.ts'
import { formatSaleNumber } from '../../../../shared/sale.ts'
import { Empty, PressButton, Section } from '../../../kit/index.ts'
import { TillFilter, useTillChoice } from '../../all-tills/index.ts'
import { call, type ReplyOf } from '../../call.ts'
import { FailureNote } from '../../failure-note.tsx'
import { clockTimeWithSeconds, dayAndTime } from '../../moment.ts'
import { openSale } from '../../store.ts'
import { useText } from '../../text.ts'
import { useAsked } from '../../use-asked.ts'
import { useCommand } from '../../use-command.ts'
import { auditDetails, auditWords } from './audit-words.ts'
import styles from './people.module.css'

type Row = ReplyOf<'listAudit'>[number]

const PAGE = 60

/** The audit trail, newest first; older rows are loaded by page. */
export function AuditList() {
  const [chosen, choose] = useState<TillChoice>('this')
  const till = useTillChoice(chosen)
  return <ListOf key={till} till={till} onTill={choose} />
}

type ListOfProps = { readonly till: TillChoice; readonly onTill: (till: TillChoice) => void }

function ListOf({ till, onTill }: ListOfProps) {
  const say = useText()
  const [older, setOlder] = useState<readonly Row[]>([])
  const [ended, setEnded] = useState(false)
  const asking = useCommand()
  const { value: newest, failure } = useAsked(
    useCallback(() => call('listAudit', { till, before: null, limit: PAGE }), [till]),
  )
  const rows = newest === null ? [] : joined(newest, older)
  const last = rows.at(-1)
  const more = async () => {
    if (last === undefined) return
    const reply = await asking.run(() => call('listAudit', { till, before: placeOf(last), limit: PAGE }))
    if (!reply?.ok) return
    setOlder([...rows, ...reply.value])
    setEnded(reply.value.length < PAGE)
  }
  return (
    <Section
      title={say('audit.title')}
      words={say('audit.words')}
      tools={<TillFilter value={till} onChange={onTill} />}
      testId="audit"
    >
      <FailureNote failure={failure} />
      {newest?.length === 0 ? (
        <Empty icon="clock" title={say('audit.title')} todo={say('audit.none')} />
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
    </Section>
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
  const say = useText()
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
          {say('audit.sale', { number: formatSaleNumber(sale.sequence) })}
        </PressButton>
      )}
    </li>
  )
}
