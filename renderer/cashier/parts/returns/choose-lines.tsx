import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components'
import { formatQuantity } from '../../../../shared/money/quantity.ts'
import type { LeftOfLine } from '../../../../shared/sale/return.ts'
import { nameOf } from '../../../../shared/sale/sale.ts'
import { Icon, isFocusLost, PressButton } from '../../../kit/index.ts'
import { say } from '../../page/index.ts'
import { allOf, type Chosen, chosenOf, stepped, toggled } from './chosen.ts'
import styles from './returns.module.css'

type ChooseLinesProps = {
  /** The goods that the customer still has. */
  readonly left: readonly LeftOfLine[]
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
}

/** Chooses the returned goods: a press takes a whole line, the steppers change the number of pieces. */
export function ChooseLines({ left, chosen, onChange }: ChooseLinesProps) {
  const all = left.every((one) => chosenOf(chosen, one) === one.quantity)
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h3>{say('return.choose')}</h3>
        <PressButton onPress={() => onChange(all ? {} : allOf(left))} testId="return-all" autoFocus>
          {say(all ? 'return.none' : 'word.all')}
        </PressButton>
      </div>
      <ul className={styles.lines}>
        {left.map((one) => (
          <Line key={one.line.id} left={one} chosen={chosen} onChange={onChange} />
        ))}
      </ul>
    </section>
  )
}

type LineProps = Omit<ChooseLinesProps, 'left'> & { readonly left: LeftOfLine }

function Line({ left, chosen, onChange }: LineProps) {
  const [name, { unit }] = [nameOf(left.line), left.line.product]
  const back = chosenOf(chosen, left)
  const steps = useRef<HTMLFieldSetElement>(null)
  const stepping = useRef(false)
  const step = (by: 1 | -1) => {
    stepping.current = steps.current?.contains(document.activeElement) ?? false
    onChange(stepped(chosen, left, by))
  }
  // When the number reaches its least or its most, the pressed button is disabled. Then the other button gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the pieces change.
  useEffect(() => {
    if (!stepping.current) return
    stepping.current = false
    const frame = requestAnimationFrame(() => {
      if (isFocusLost()) steps.current?.querySelector<HTMLElement>('button:enabled')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [back])
  return (
    <li className={styles.line} data-chosen={back > 0} data-testid="return-line">
      <Button
        className={styles.lineName ?? ''}
        preventFocusOnPress
        aria-pressed={back === left.quantity}
        onPress={() => onChange(toggled(chosen, left))}
      >
        <span>{name}</span>
        <small>{say('return.left', { quantity: `${formatQuantity(left.quantity)} ${unit}` })}</small>
      </Button>
      <fieldset ref={steps} className={styles.stepper} aria-label={say('return.quantity', { name })}>
        <Button
          className={styles.step ?? ''}
          preventFocusOnPress
          aria-label={say('word.oneLess', { name })}
          isDisabled={back === 0}
          onPress={() => step(-1)}
        >
          <Icon name="minus" size={18} />
        </Button>
        <output className={styles.back}>{formatQuantity(back)}</output>
        <Button
          className={styles.step ?? ''}
          preventFocusOnPress
          aria-label={say('word.oneMore', { name })}
          isDisabled={back === left.quantity}
          onPress={() => step(1)}
        >
          <Icon name="plus" size={18} />
        </Button>
      </fieldset>
    </li>
  )
}
