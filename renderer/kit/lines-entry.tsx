import { FieldError, Label, Text, TextArea, TextField } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

type LinesEntryProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint: string
  readonly error: string | null
  readonly testId?: string
}

/** A field of a few lines. Enter begins a new line and submits nothing. */
export const LinesEntry = ({ label, value, onChange, hint, error, testId }: LinesEntryProps) => (
  <TextField
    className={styles.field ?? ''}
    value={value}
    onChange={onChange}
    isInvalid={error !== null}
    autoComplete="off"
    validationBehavior="aria"
  >
    <Label className={styles.label ?? ''}>{label}</Label>
    <TextArea
      className={classNames(styles.input, styles.lines)}
      rows={3}
      spellCheck={false}
      {...(testId === undefined ? {} : { 'data-testid': testId })}
      {...(error === null ? {} : { 'data-invalid': true })}
    />
    {error === null ? (
      <Text slot="description" className={styles.hint ?? ''}>
        {hint}
      </Text>
    ) : null}
    <FieldError className={styles.error ?? ''}>{error}</FieldError>
  </TextField>
)
