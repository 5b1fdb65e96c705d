import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { FailureName } from '../../../../../shared/failure.ts'
import { type Person, ROLES, type Role, type StaffRow } from '../../../../../shared/shop/staff.ts'
import { Choice, optionsOf, PressButton, TextEntry, Toolbar } from '../../../../kit/index.ts'
import { call } from '../../../page/call.ts'
import { isTyped, useDraft, useForm } from '../../../page/draft.ts'
import { failureText, say } from '../../../page/text.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { Meanwhile } from '../../../parts/meanwhile.tsx'
import { NewPinEntry, useNewPin } from '../../../parts/people/index.ts'
import styles from './people.module.css'

type TypedPerson = { readonly name: string; readonly role: Role }

type PersonFormProps = {
  /** Null for a new person. */
  readonly person: StaffRow | null
  /** Whether this is the first person, who becomes the owner. */
  readonly first: boolean
  /** `more`: more was typed meanwhile, so the form stays. */
  readonly onSaved: (name: string, more: boolean) => void
  readonly onCancel: (() => void) | null
}

export function PersonForm({ person, first, onSaved, onCancel }: PersonFormProps) {
  const draft = useDraft<TypedPerson>(`person ${person?.id ?? ''}`)
  /** A new person who was saved while more was typed. */
  const [made, setMade] = useState<Person | null>(null)
  const known = person ?? made
  const inUse: TypedPerson = known
    ? { name: known.name, role: known.role }
    : { name: '', role: first ? 'owner' : 'cashier' }
  const form = useForm({
    draft,
    inUse,
    send: (shown) =>
      call('saveStaff', {
        ...shown,
        id: known?.id ?? null,
        ...(known === null ? {} : { over: inUse }),
        pin: pin.pin === '' && known !== null ? null : pin.pin,
      }),
    stored: ({ name, role }) => ({ name, role }),
  })
  const { name, role } = form.shown
  const pin = useNewPin(form.forget)
  // Also when the form is shown again, after that of another person.
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!pin.compare()) return
    const saved = await form.save()
    if (saved === null) return
    // What was typed meanwhile stays in the form.
    const more = isTyped(draft.now())
    if (more) setMade(saved)
    onSaved(saved.name, more)
  }
  const cancel =
    onCancel &&
    (() => {
      form.takeBack()
      onCancel()
    })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || cancel === null) return
    event.preventDefault()
    cancel()
  }
  const wrong = form.failure
  const at = (field: 'name' | 'pin') =>
    wrong !== null && FIELDS[wrong.name] === field ? failureText(say, wrong) : null
  const asked = <Field extends keyof TypedPerson>(
    field: Field,
    words: (value: TypedPerson[Field]) => string,
  ) => {
    const value = form.meanwhile[field]
    return value === undefined ? null : (
      <Meanwhile
        field={say(`staff.${field}`)}
        value={words(value)}
        onTake={() => form.type({ [field]: value })}
        onKeep={() => form.keepMine(field)}
      />
    )
  }
  return (
    <form
      ref={form.form}
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
          form.forget()
          form.type({ name: text })
        }}
        hint={say('staff.name.hint')}
        error={at('name')}
        autoFocus="again"
      />
      {asked('name', (value) => value)}
      {first ? null : (
        <div className={styles.role}>
          <Choice<Role>
            label={say('staff.role')}
            value={role}
            onChange={(chosen) => form.type({ role: chosen })}
            options={optionsOf(ROLES, (value) => say(`role.${value}`))}
          />
          <span>{say(`staff.role.${role}.words`)}</span>
          {asked('role', (value) => say(`role.${value}`))}
        </div>
      )}
      <NewPinEntry
        label={say(person === null ? 'staff.pin.new' : 'staff.pin.change')}
        typed={pin}
        error={at('pin')}
      />
      <FailureNote failure={wrong !== null && FIELDS[wrong.name] === undefined ? wrong : null} />
      <Toolbar end>
        {cancel === null ? null : (
          <PressButton tone="subtle" hotkey="Esc" onPress={cancel}>
            {say('word.cancel')}
          </PressButton>
        )}
        <PressButton tone="main" hotkey="Enter" submits pending={form.pending}>
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
