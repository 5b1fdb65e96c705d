import { memo, type RefObject, useRef } from 'react'
import { Button } from 'react-aria-components'
import { formatMoney, money } from '../../../../shared/money/money.ts'
import { formatQuantity, ONE, quantity } from '../../../../shared/money/quantity.ts'
import { countOf, nameOf, type SaleLine, shortened, unbroken } from '../../../../shared/sale/sale.ts'
import { classNames, Icon, pressedAfter } from '../../../kit/index.ts'
import { call, type Say, useCommand, useText } from '../../page/index.ts'
import { discountLabel, ownAmount } from '../../parts/discount-words.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from './cart-line.module.css'
import { LineEditor } from './line-editor.tsx'
import type { LineField } from './line-steps.ts'
import type { Flush } from './use-saving.ts'

type CartLineProps = {
  readonly saleId: string
  readonly line: SaleLine
  /** The keys act on this line, and it shows the buttons that change its quantity. */
  readonly chosen: boolean
  /**
   * Whether the line is far from the end of a long cart: it is then laid out only while it is visible. Near the end
   * that would cost more time than it saves.
   */
  readonly far: boolean
  /** Tenders were taken, so the goods cannot change. */
  readonly locked: boolean
  /** The field of the open editor that has the focus first; null while the line is closed. */
  readonly opened: LineField | null
  readonly onChoose: (lineId: string) => void
  readonly onToggle: (lineId: string) => Promise<void>
  readonly onClose: () => void
  readonly flush: RefObject<Flush | null>
}

/** The most letters that fit in the two lines for a name in the cart. */
const LONGEST_NAME = 48

/** Memoized, so that a cart of 300 lines stays fast: unchanged lines keep their object and are not rendered again. */
export const CartLine = memo((props: CartLineProps) => {
  const { line, chosen, far, locked, opened } = props
  const say = useText()
  const stepping = useCommand()
  return (
    <li
      className={classNames(
        styles.line,
        chosen && styles.chosen,
        far && styles.far,
        opened !== null && styles.opened,
      )}
      data-line={line.id}
      data-testid="cart-line"
    >
      <div className={styles.row}>
        {chosen && !locked ? (
          <Stepper saleId={props.saleId} line={line} action={stepping} />
        ) : (
          <Button
            className={styles.step ?? ''}
            preventFocusOnPress
            excludeFromTabOrder
            aria-label={`${formatQuantity(countOf(line))} ${nameOf(line)}`}
            onPress={() => props.onChoose(line.id)}
            isDisabled={locked}
          >
            <Quantity line={line} />
          </Button>
        )}
        <Button
          className={styles.body ?? ''}
          onPress={() => void props.onToggle(line.id)}
          isDisabled={locked}
          aria-expanded={opened !== null}
          aria-description={say('cart.line.edit', { name: nameOf(line) })}
          data-testid="line-edit"
          data-choose
        >
          <span className={styles.name}>{shortened(unbroken(nameOf(line)), LONGEST_NAME)}</span>
          <span className={styles.each}>{priceWords(say, line)}</span>
          {line.off === undefined ? null : (
            <span className={styles.discounted}>{discountLabel(say, line.discount)}</span>
          )}
          {line.note === undefined ? null : (
            <span className={styles.note} data-testid="line-note">
              {line.note}
            </span>
          )}
        </Button>
        <span className={styles.amount}>
          <span>{formatMoney(ownAmount(line))}</span>
          {line.off === undefined ? null : (
            <span className={styles.off} data-testid="line-off">
              {formatMoney(money(-line.off))}
            </span>
          )}
        </span>
      </div>
      <FailureNote failure={stepping.failure} />
      {opened === null ? null : (
        <LineEditor
          saleId={props.saleId}
          line={line}
          first={opened}
          onClose={props.onClose}
          flush={props.flush}
        />
      )}
    </li>
  )
})
CartLine.displayName = 'CartLine'

function priceWords(say: Say, { product, pack, unitPrice }: SaleLine): string {
  const price = formatMoney(unitPrice)
  const each =
    pack !== undefined && pack.pieces > 1
      ? say('cart.price.pack', { price })
      : say(product.unit === 'ш' ? 'cart.price.each' : 'cart.price.weighed', { price, unit: product.unit })
  return unitPrice === product.price ? each : `${each} · ${say('cart.price.changed')}`
}

type StepperProps = {
  readonly saleId: string
  readonly line: SaleLine
  readonly action: ReturnType<typeof useCommand>
}

function Quantity({ line }: { readonly line: SaleLine }) {
  const count = countOf(line)
  return (
    <span className={styles.quantity} data-long={count % ONE !== 0} data-testid="line-quantity">
      {formatQuantity(count)}
    </span>
  )
}

function Stepper({ saleId, line, action }: StepperProps) {
  const say = useText()
  const [name, count] = [nameOf(line), countOf(line)]
  const shownAt = useRef(performance.now())
  const step = (by: number) => {
    // The second press of a double tap on the quantity takes no piece away: it meets the minus button, which has just appeared there.
    if (by < 0 && !pressedAfter(shownAt.current)) return
    const changed = formatQuantity(quantity(count + by))
    void action.run(() => call('changeLine', { saleId, lineId: line.id, quantity: changed }))
  }
  return (
    <div className={styles.stepper}>
      <Button
        className={styles.step ?? ''}
        preventFocusOnPress
        aria-label={say('word.oneLess', { name })}
        onPress={() => step(-ONE)}
        isDisabled={count <= ONE}
        isPending={action.pending}
      >
        <Icon name="minus" size={18} />
      </Button>
      <Quantity line={line} />
      <Button
        className={styles.step ?? ''}
        preventFocusOnPress
        aria-label={say('word.oneMore', { name })}
        onPress={() => step(ONE)}
        isPending={action.pending}
        data-testid="line-more"
      >
        <Icon name="plus" size={18} />
      </Button>
    </div>
  )
}
