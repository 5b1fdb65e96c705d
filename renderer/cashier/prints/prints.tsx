import { useCallback } from 'react'
import type { WaitingPrint } from '../../../shared/printing.ts'
import { formatSaleNumber } from '../../../shared/sale.ts'
import { classNames, Empty, Icon, PressButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { agoWords, useNow } from '../moment.ts'
import { openSale, useView } from '../store.ts'
import { failureText, type Say, useText } from '../text.ts'
import { useAsked } from '../use-asked.ts'
import { useCommand } from '../use-command.ts'
import { isReceipt } from './is-receipt.ts'
import { PrintRemedies } from './print-remedies.tsx'
import styles from './prints.module.css'

/** What has not come out on paper yet, in order, and why; what perhaps did asks to be looked for. */
export function Prints() {
  const say = useText()
  const { value: prints, failure } = useAsked(useCallback(() => call('listPrints'), []))
  return (
    <main className={styles.prints} data-testid="prints">
      <h1>{say('prints.title')}</h1>
      <FailureNote failure={failure} />
      {prints?.length === 0 ? (
        <Empty icon="printer" title={say('prints.empty.title')} todo={say('prints.empty.todo')} />
      ) : (
        <ul className={styles.rows}>
          {prints?.map((print) => (
            <Row key={print.id} print={print} />
          ))}
        </ul>
      )}
    </main>
  )
}

function Row({ print }: { readonly print: WaitingPrint }) {
  const say = useText()
  const settling = useCommand()
  const { saleId, state } = print
  return (
    <li
      className={classNames(styles.row, state === 'doubtful' && styles.doubtful)}
      data-testid="print-row"
      data-kind={print.kind}
      data-state={state}
    >
      <span className={styles.figure}>
        <Icon name={state === 'doubtful' ? 'question' : print.failure ? 'warning' : 'printer'} size={26} />
      </span>
      <div className={styles.words}>
        <h2>{titleWords(say, print)}</h2>
        <Facts print={print} />
        {state === 'doubtful' ? <p className={styles.doubt}>{say('prints.doubtful')}</p> : null}
        {print.failure === null || print.failure.name === 'PERHAPS_PRINTED' ? null : (
          <p className={styles.why} data-testid="print-why">
            {failureText(say, print.failure)}
          </p>
        )}
        <FailureNote failure={settling.failure} />
      </div>
      <Loss print={print} />
      <div className={styles.tools}>
        <PrintRemedies print={print} settling={settling} />
        {saleId === null ? null : (
          <PressButton tone="quiet" onPress={() => openSale(saleId)} testId="print-open-sale">
            {say('attention.open')}
          </PressButton>
        )}
      </div>
    </li>
  )
}

/** Told before the button is pressed: a receipt's lottery and QR lie nowhere else. */
function Loss({ print }: { readonly print: WaitingPrint }) {
  const say = useText()
  if (!print.remedies.includes('given-up') || !isReceipt(print)) return null
  return (
    <p className={styles.loss} data-testid="print-loss">
      {say('prints.loss')}
    </p>
  )
}

const titleWords = (say: Say, { kind, sequence }: WaitingPrint): string =>
  [
    say(`prints.kind.${kind}`),
    sequence === null ? null : say('cart.sale', { number: formatSaleNumber(sequence) }),
  ]
    .filter((part) => part !== null)
    .join(' · ')

/** Where to, since when, how often. */
function Facts({ print }: { readonly print: WaitingPrint }) {
  const say = useText()
  const now = useNow(1000)
  const printer = useView(({ settings }) => settings[print.printer === 'main' ? 'printer' : 'sparePrinter'])
  return (
    <p className={styles.facts}>
      {[
        say(`prints.printer.${print.printer}`),
        say(`settings.printer.${printer.kind}`),
        say('prints.since', { age: agoWords(say, now - print.queuedAt) }),
        print.attempts === 0 ? null : say('waiting.tries', { count: print.attempts }),
        print.state === 'printing' ? say('prints.printing') : null,
      ]
        .filter((part) => part !== null)
        .join(' · ')}
    </p>
  )
}
