import { memo, useInsertionEffect, useState } from 'react'
import { Label, Radio, RadioGroup, Text } from 'react-aria-components'
import styles from './field.module.css'
import { ScrollRow } from './scroll-row.tsx'

type ChoiceOption<Value> = {
  readonly value: Value
  readonly label: string
  /** The key that chooses it, or leaves it. */
  readonly hotkey?: string
  readonly testId?: string
}

type ChoiceProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly options: readonly ChoiceOption<Value>[]
  readonly onChange: (value: Value) => void
  readonly disabled?: boolean
  readonly hint?: string
  /** Shows the label to screen readers only. */
  readonly labelHidden?: boolean
}

function AnyChoice<Value extends string>(props: ChoiceProps<Value>) {
  const choose = (chosen: string) => {
    const option = props.options.find(({ value }) => value === chosen)
    if (option) props.onChange(option.value)
  }
  const name = useGroupName()
  return (
    <RadioGroup
      name={name}
      className={styles.field ?? ''}
      value={props.value}
      onChange={choose}
      isDisabled={props.disabled ?? false}
      {...(props.labelHidden ? { 'aria-label': props.label } : {})}
    >
      {props.labelHidden ? null : <Label className={styles.label ?? ''}>{props.label}</Label>}
      <div className={styles.choices}>
        <ScrollRow>
          {(row) => (
            <div ref={row} className={styles.options}>
              {props.options.map((option) => (
                <Radio
                  key={option.value}
                  value={option.value}
                  className={styles.choice ?? ''}
                  data-testid={option.testId}
                >
                  {option.label}
                  {option.hotkey === undefined ? null : (
                    <span className={styles.key} aria-hidden="true">
                      {option.hotkey}
                    </span>
                  )}
                </Radio>
              ))}
            </div>
          )}
        </ScrollRow>
      </div>
      {props.hint === undefined ? null : (
        <Text slot="description" className={styles.hint ?? ''}>
          {props.hint}
        </Text>
      )}
    </RadioGroup>
  )
}

const taken = new Set<string>()

/**
 * A name that no other choice on the page has at the moment. Names are reused, because Chromium never frees the group that it
 * creates for a name (`RadioButtonGroupScope`): with a new name for each choice, memory would grow with every sale.
 */
function useGroupName(): string {
  const [name] = useState(() => {
    let number = 1
    while (taken.has(`choice-${number}`)) number += 1
    taken.add(`choice-${number}`)
    return `choice-${number}`
  })
  // Not useEffect: its cleanup also runs when a lock hides the choice, and the hidden radio buttons still have the name.
  useInsertionEffect(() => {
    taken.add(name)
    return () => void taken.delete(name)
  }, [name])
  return name
}

/** A choice of a few values, all of them visible. */
export const Choice = memo(AnyChoice) as typeof AnyChoice

/** The options of a choice: each value with its text, and with a test id if there is a prefix. */
export const optionsOf = <const Value extends string>(
  values: readonly Value[],
  words: (value: Value) => string,
  testId?: string,
) =>
  values.map((value) => ({
    value,
    label: words(value),
    ...(testId === undefined ? {} : { testId: `${testId}-${value}` }),
  }))
