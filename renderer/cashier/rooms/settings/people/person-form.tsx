import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FailureName } from '../../../../../shared/failure.ts'
import { ROLES, type Role, type StaffRow } from '../../../../../shared/shop/staff.ts'
import { Choice, optionsOf, PressButton, TextEntry, Toolbar } from '../../../../kit/index.ts'
import { call } from '../../../page/call.ts'
import { failureText, useText } from '../../../page/text.ts'
import { useCommand } from '../../../page/use-command.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { NewPinEntry, useNewPin } from '../../../parts/people/index.ts'
import styles from './people.module.css'

type PersonFormProps = {
  /** Null for a new person. */
  readonly person: StaffRow | null
  /** Whether this is the first person, who becomes the owner. */
  readonly first: boolean
  readonly onSaved: (name: string) => void
  readonly onCancel: (() => void) | null
}

export function PersonForm({ person, first, onSaved, onCancel }: PersonFormProps) {
  const say = useText()
  const saving = useCommand()
  const [typedName, setName] = useState<string | null>(null)
  const [chosenRole, setRole] = useState<Role | null>(null)
  const name = typedName ?? person?.name ?? ''
  const role = chosenRole ?? person?.role ?? (first ? 'owner' : 'cashier')
  const pin = useNewPin(saving.forget)
  const nameField = useRef<HTMLInputElement>(null)
  // Also when the form is shown again, after that of another person.
  useLayoutEffect(() => nameField.current?.focus(), [])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!pin.compare()) return
    const kept = pin.pin === '' && person !== null ? null : pin.pin
    const reply = await saving.run(() => call('saveStaff', { id: person?.id ?? null, name, role, pin: kept }))
    if (reply?.ok) onSaved(reply.value.name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || onCancel === null) return
    event.preventDefault()
    onCancel()
  }
  const wrong = saving.failure
  const at = (field: 'name' | 'pin') =>
    wrong !== null && FIELDS[wrong.name] === field ? failureText(say, wrong) : null
  return (
    <form
      className={styles.form}
      onSubmit={(event) => void save(event)}
      onKeyDown={onKeyDown}
      data-testid="person-form"
    >
      {first ? null : (
        <h2>{person === null ? say('staff.new') : say('staff.edit.of', { name: person.name })}</h2>
      )}
      <TextEntry
        label={say('staff.name')}
        value={name}
        onChange={(text) => {
          saving.forget()
          setName(text)
        }}
        hint={say('staff.name.hint')}
        error={at('name')}
        inputRef={nameField}
      />
      {first ? null : (
        <div className={styles.role}>
          <Choice<Role>
            label={say('staff.role')}
            value={role}
            onChange={setRole}
            options={optionsOf(ROLES, (value) => say(`role.${value}`))}
          />
          <span>{say(`staff.role.${role}.words`)}</span>
        </div>
      )}
      <NewPinEntry
        label={say(person === null ? 'staff.pin.new' : 'staff.pin.change')}
        typed={pin}
        error={at('pin')}
      />
      <FailureNote failure={wrong !== null && FIELDS[wrong.name] === undefined ? wrong : null} />
      <Toolbar end>
        {onCancel === null ? null : (
          <PressButton tone="subtle" hotkey="Esc" onPress={onCancel}>
            {say('word.cancel')}
          </PressButton>
        )}
        <PressButton tone="main" hotkey="Enter" submits pending={saving.pending}>
          {say(first ? 'staff.first.save' : 'word.save')}
        </PressButton>
      </Toolbar>
    </form>
  )
}

/** The field that a refusal is about. */
const FIELDS: { readonly [Name in FailureName]?: 'name' | 'pin' } = {
  STAFF_NAME_INVALID: 'name',
  PIN_INVALID: 'pin',
}
