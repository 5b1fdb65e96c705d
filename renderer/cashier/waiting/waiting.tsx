import { useCallback } from 'react'
import type { WaitingWork } from '../../../shared/ipc/index.ts'
import { formatSaleNumber } from '../../../shared/sale.ts'
import { Empty, Icon, PressButton, TwoStepButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { withSign } from '../figures.ts'
import { agoWords, useNow } from '../moment.ts'
import { openSale, showRoom } from '../store.ts'
import { failureText, type Say, useText } from '../text.ts'
import { useAsked } from '../use-asked.ts'
import { useCommand } from '../use-command.ts'
import styles from './waiting.module.css'

/** What waits for the service or the printer, and goes on by itself: seen, held, let go or given up. */
export function Waiting() {
  const say = useText()
  const { value: work, failure } = useAsked(useCallback(() => call('listWaiting'), []))
  return (
    <main className={styles.waiting} data-testid="waiting">
      <div className={styles.head}>
        <h1>{say('waiting.title')}</h1>
        <PressButton onPress={() => showRoom('prints')} testId="open-prints">
          {say('prints.open')}
        </PressButton>
      </div>
      <FailureNote failure={failure} />
      {work?.length === 0 ? (
        <Empty icon="check" title={say('waiting.empty.title')} todo={say('waiting.empty.todo')} />
      ) : (
        <ul className={styles.rows}>
          {work?.map((one) => (
            <Row key={`${one.saleId} ${one.work}`} work={one} />
          ))}
        </ul>
      )}
    </main>
  )
}

function Row({ work }: { readonly work: WaitingWork }) {
  const say = useText()
  const holding = useCommand()
  const givingUp = useCommand()
  const now = useNow(1000)
  const { saleId } = work
  const hold = () => void holding.run(() => call(work.held ? 'releaseWork' : 'holdWork', { saleId }))
  return (
    <li className={styles.row} data-testid="waiting-row" data-work={work.work} data-held={work.held}>
      <Icon name={work.held ? 'minus' : 'clock'} size={26} />
      <div className={styles.words}>
        <h2>{say(`waiting.work.${work.work}`)}</h2>
        <p className={styles.facts}>
          {`${say('cart.sale', { number: formatSaleNumber(work.sequence) })} · ${say('waiting.since', { age: agoWords(say, now - work.since) })}`}
        </p>
        {work.failure === null ? null : <p className={styles.why}>{failureText(say, work.failure)}</p>}
        <p className={styles.next} data-testid="waiting-next">
          {nextWords(say, work, now)}
        </p>
        <FailureNote failure={holding.failure ?? givingUp.failure} />
      </div>
      <b className={styles.amount}>{withSign(work.total)}</b>
      <div className={styles.tools}>
        <PressButton onPress={() => openSale(saleId)} testId="waiting-open-sale">
          {say('attention.open')}
        </PressButton>
        {work.work === 'print' ? (
          <PressButton onPress={() => showRoom('prints')} testId="waiting-open-prints">
            {say('prints.open')}
          </PressButton>
        ) : null}
        <PressButton
          onPress={hold}
          pending={holding.pending}
          testId={work.held ? 'waiting-release' : 'waiting-hold'}
        >
          {say(work.held ? 'waiting.release' : 'waiting.hold')}
        </PressButton>
        <TwoStepButton
          tone="quiet"
          sure={say(`waiting.give-up.sure.${work.work}`)}
          onSure={() => void givingUp.run(() => call('giveUpWork', { saleId, work: work.work }))}
          pending={givingUp.pending}
          testId="waiting-give-up"
        >
          {say('waiting.give-up')}
        </TwoStepButton>
      </div>
    </li>
  )
}

function nextWords(say: Say, { held, nextTryAt, tries }: WaitingWork, now: number): string {
  if (held) return say('waiting.held')
  const seconds = nextTryAt === null ? 0 : Math.max(0, Math.ceil((nextTryAt - now) / 1000))
  const next = seconds === 0 ? say('waiting.now') : say('waiting.next', { count: seconds })
  return tries === 0 ? next : `${next} · ${say('waiting.tries', { count: tries })}`
}
