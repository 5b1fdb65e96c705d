import { type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { FieldError, Input, Label, Text, TextField } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { createNumberKeys, type NumberKind, SIGNS_OF, typeNumber } from './digit-keys.ts'
import styles from './field.module.css'
import { Suggestions } from './suggestions.tsx'
import { useFocusOnShow } from './use-focus-on-show.ts'

export type TextEntryProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: ReactNode
  /** Shown at the field; the typed text stays. */
  readonly error?: string | null
  readonly type?: 'text' | 'password'
  readonly inputMode?: 'text' | 'decimal' | 'numeric' | 'url'
  /** The keys that are read by their position. Follows from `inputMode`, unless the field also takes letters or signs. */
  readonly numbers?: NumberKind
  readonly disabled?: boolean
  readonly testId?: string | undefined
  readonly inputRef?: Ref<HTMLInputElement>
  /** See `useFocusOnShow`. */
  readonly autoFocus?: boolean | 'again'
  readonly figures?: boolean
  /** Values that are suggested while typing. Other values are allowed too. */
  readonly suggestions?: readonly string[]
}

/** A field of one line. Where a number is wanted, a key's position tells its digit. */
export function TextEntry(props: TextEntryProps) {
  const numbers = props.numbers ?? NUMBERS[props.inputMode ?? 'text']
  const [keys] = useState(() => createNumberKeys(numbers === undefined ? '' : SIGNS_OF[numbers]))
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  useImperativeHandle(props.inputRef, () => input.current as HTMLInputElement, [])
  useFocusOnShow(props.autoFocus ?? false, input)
  return (
    <TextField
      className={styles.field ?? ''}
      value={props.value}
      onChange={props.onChange}
      type={props.type ?? 'text'}
      isInvalid={props.error !== null && props.error !== undefined}
      isDisabled={props.disabled ?? false}
      autoComplete="off"
      validationBehavior="aria"
    >
      <Label className={styles.label ?? ''}>{props.label}</Label>
      <Input
        ref={input}
        className={classNames(styles.input, props.figures && styles.figures)}
        inputMode={props.inputMode ?? 'text'}
        spellCheck={false}
        {...(numbers === undefined ? {} : { onKeyDown: (event) => typeNumber(event, keys, numbers) })}
        {...(props.suggestions === undefined ? {} : { list })}
        data-testid={props.testId}
        data-numbers={props.type === 'password' ? undefined : numbers}
      />
      {props.suggestions === undefined ? null : <Suggestions id={list} values={props.suggestions} />}
      {props.hint === undefined || props.error ? null : (
        <Text slot="description" className={styles.hint ?? ''}>
          {props.hint}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{props.error}</FieldError>
    </TextField>
  )
}

const NUMBERS = { text: undefined, url: undefined, numeric: 'digits', decimal: 'number' } as const
