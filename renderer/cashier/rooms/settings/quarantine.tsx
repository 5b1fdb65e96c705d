import { useCallback } from 'react'
import type { QuarantinedRecord } from '../../../../shared/page/shop-link.ts'
import { Item, ItemList, PressButton, Toolbar } from '../../../kit/index.ts'
import { call, say, useAsked, useCommand } from '../../page/index.ts'
import { FailureNote, Unanswered } from '../../parts/failure-note.tsx'
import { dayAndTime } from '../../parts/moment.ts'

type QuarantineProps = {
  readonly code: string
  /** How many there are; the list shows the first. */
  readonly count: number
  readonly onSeen: () => void
}

/** The records of a till that the shop database could not take: which, when, why, and what to do. */
export function Quarantine({ code, count, onSeen }: QuarantineProps) {
  const {
    value: records,
    failure,
    again,
  } = useAsked(useCallback(() => call('listQuarantine', { code }), [code]))
  const reading = useCommand()
  if (records === null) return <Unanswered failure={failure} />
  const read = async () => {
    const ids = records.map(({ id }) => id)
    const reply = await reading.run(() => call('acknowledgeQuarantine', { code, ids }))
    if (!reply?.ok) return
    again()
    onSeen()
  }
  return (
    <>
      <p>
        {say('tills.apart.words')}
        {records.length < count ? ` ${say('tills.apart.first', { count: records.length })}` : null}
      </p>
      <ItemList>
        {records.map((record) => (
          <Item
            key={record.id}
            title={whichRecord(record)}
            words={
              <>
                <span>{[dayAndTime(record.at), ...placeOf(record)].join(' · ')}</span>
                <span>{say(`tills.apart.why.${record.why}`)}</span>
              </>
            }
            testId="quarantined"
            data-why={record.why}
          />
        ))}
      </ItemList>
      <FailureNote failure={reading.failure} />
      <Toolbar>
        <PressButton
          size="small"
          onPress={() => void read()}
          pending={reading.pending}
          testId="quarantine-read"
        >
          {say('tills.apart.seen')}
        </PressButton>
      </Toolbar>
    </>
  )
}

function whichRecord({ source, kind, number }: QuarantinedRecord): string {
  if (number !== null) return say('tills.apart.sale', { number })
  if (source === 'audit') return say('tills.apart.audit')
  if (kind?.startsWith('shift')) return say('tills.apart.shift')
  return say(source === 'row' && kind === 'sum' ? 'tills.apart.sum' : 'tills.apart.event')
}

/** The number and the technical name, for support. */
const placeOf = ({ position, kind }: QuarantinedRecord): readonly string[] => [
  ...(position === null ? [] : [say('tills.apart.position', { position })]),
  ...(kind === null ? [] : [kind]),
]
