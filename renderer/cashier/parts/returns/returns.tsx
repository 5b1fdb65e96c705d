import { useLayoutEffect, useRef, useState } from 'react'
import { NO_MONEY } from '../../../../shared/money/money.ts'
import { formatQuantity } from '../../../../shared/money/quantity.ts'
import { leftOf, openReturn, type Return } from '../../../../shared/sale/return.ts'
import { nameOf, type Sale } from '../../../../shared/sale/sale.ts'
import { isSold } from '../../../../shared/sale/status.ts'
import { Icon, Note, PressButton, Toolbar } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call, say, useCommand } from '../../page/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { dayAndTime } from '../moment.ts'
import { receiverWords } from '../receiver-words.ts'
import styles from './returns.module.css'
import { Steps } from './steps.tsx'

type ReturnsProps = {
  readonly sale: Sale
  readonly onOpen: () => void
  /** The person returns from the form: the focus moves here. */
  readonly focused: boolean
}

/**
 * The returns of a sale with their progress, and the button for a new one. Renders nothing for a sale that was not
 * sold.
 */
export function Returns({ sale, onOpen, focused }: ReturnsProps) {
  const section = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (focused) section.current?.focus()
  }, [focused])
  if (!isSold(sale)) return null
  const more = openReturn(sale) === null && leftOf(sale).some(({ quantity }) => quantity > 0)
  return (
    <section
      className={styles.returns}
      ref={section}
      tabIndex={-1}
      aria-label={say('return.title')}
      data-testid="returns"
    >
      {sale.returns.length === 0 ? null : <h3>{say('return.title')}</h3>}
      {[...sale.returns].reverse().map((one) => (
        <OneReturn key={one.id} sale={sale} one={one} />
      ))}
      {more ? (
        <Toolbar>
          <PressButton onPress={onOpen} testId="return-open">
            {say('return.open')}
          </PressButton>
        </Toolbar>
      ) : null}
    </section>
  )
}

const OneReturn = ({ sale, one }: { readonly sale: Sale; readonly one: Return }) => (
  <div className={styles.card} data-testid="return" data-state={one.state}>
    <header className={styles.cardHead}>
      <span className={styles.cardState} data-state={one.state}>
        <Icon name={SHAPES[one.state]} size={18} />
        {stateWords(one)}
      </span>
      {one.amount === NO_MONEY ? null : <b className={styles.rowAmount}>{withSign(one.amount)}</b>}
      <small>{[dayAndTime(one.openedAt), ...reasonOf(one), ...peopleOf(one)].join(' · ')}</small>
      <span className={styles.goods}>{goodsWords(sale, one)}</span>
    </header>
    {one.state === 'cancelled' ? null : <Steps sale={sale} one={one} />}
    {one.slips.length > 0 ? <Slip saleId={sale.id} returnId={one.id} /> : null}
  </div>
)

const stateWords = ({ state, receiver }: Return): string =>
  receiver === undefined
    ? say(`return.state.${state}`)
    : say(`return.receiver.${state}`, { register: receiverWords(say, receiver) })

const reasonOf = ({ reason, receiver }: Return): readonly string[] => (receiver === undefined ? [reason] : [])

const peopleOf = ({ by, approvedBy, till }: Return): string[] => [
  ...(till === undefined ? [] : [say('return.at', { code: till })]),
  ...(by === null ? [] : [say('return.by', { name: by.name })]),
  ...(approvedBy === null ? [] : [say('return.approvedBy', { name: approvedBy.name })]),
]

/** "2 ш Талх Атар 700 гр, 1 л Сүү задгай" */
const goodsWords = (sale: Sale, one: Return): string =>
  one.lines
    .flatMap(({ lineId, quantity }) => {
      const line = sale.lines.find(({ id }) => id === lineId)
      return line ? [`${formatQuantity(quantity)} ${line.product.unit} ${nameOf(line)}`] : []
    })
    .join(', ')

const SHAPES = { open: 'clock', completed: 'check', cancelled: 'cross' } as const

/** Prints a copy of a return's slip. */
function Slip({ saleId, returnId }: { readonly saleId: string; readonly returnId: string }) {
  const printing = useCommand()
  const [queued, setQueued] = useState(false)
  const print = async () => {
    const reply = await printing.run(() => call('printRefundSlip', { saleId, returnId }))
    if (reply !== null) setQueued(reply.ok)
  }
  return (
    <>
      <Toolbar>
        <PressButton onPress={() => void print()} pending={printing.pending}>
          {say('return.slip')}
        </PressButton>
      </Toolbar>
      <FailureNote failure={printing.failure} />
      <Note tone="good">{queued && say('return.slip.queued')}</Note>
    </>
  )
}
