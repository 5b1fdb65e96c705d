import { useCallback, useState } from 'react'
import type { ListedPerson } from '../../../../../shared/shop/staff.ts'
import {
  Icon,
  Item,
  ItemList,
  Note,
  PressButton,
  Section,
  Toolbar,
  TwoStepButton,
} from '../../../../kit/index.ts'
import { call } from '../../../page/call.ts'
import { KeptParts } from '../../../page/kept-parts.tsx'
import { announce, useView } from '../../../page/store.ts'
import { useText } from '../../../page/text.ts'
import { useAsked } from '../../../page/use-asked.ts'
import { useCommand } from '../../../page/use-command.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import styles from './people.module.css'
import { PersonForm } from './person-form.tsx'
import { RecoveryCode } from './recovery-code.tsx'

/** The staff. The owner can add, change and deactivate people. */
export function StaffList() {
  const say = useText()
  const staffed = useView((view) => view.staffed)
  const { value: staff, failure, again } = useAsked(useCallback(() => call('listStaff'), []))
  const [editing, setEditing] = useState<string | null>(null)
  /** The ids of the persons with an open form, which keeps what is typed while another one is shown. */
  const [forms, setForms] = useState<readonly string[]>([])
  const edit = (id: string) => {
    setEditing(id)
    setForms([...forms.filter((one) => one !== id), id])
  }
  const close = (id: string) => {
    setEditing((now) => (now === id ? null : now))
    setForms((all) => all.filter((one) => one !== id))
  }
  const saved = (name: string) => {
    again()
    announce(say('staff.saved', { name }))
  }
  const me = useView((view) => view.person?.id ?? null)
  if (staff === null) return <FailureNote failure={failure} />
  if (!staffed) return <First onSaved={saved} />
  return (
    <div className={styles.people} data-testid="staff">
      <div className={styles.list}>
        <Section
          title={say('staff.title')}
          words={say('staff.words')}
          tools={
            <PressButton tone="main" onPress={() => edit(NEW)}>
              <Icon name="plus" size={18} />
              {say('staff.add')}
            </PressButton>
          }
        >
          <ItemList>
            {staff.people.map((person) => (
              <Row
                key={person.id}
                person={person}
                open={editing === person.id}
                onEdit={() => edit(person.id)}
                onChanged={again}
              />
            ))}
          </ItemList>
        </Section>
        <RecoveryCode
          made={staff.people.some(({ id, hasRecoveryCode }) => id === me && hasRecoveryCode)}
          onMade={again}
        />
      </div>
      <KeptParts open={editing ?? NONE}>
        {(one) =>
          forms.includes(one) ? (
            <PersonForm
              person={staff.people.find(({ id }) => id === one) ?? null}
              first={false}
              onSaved={(name, more) => {
                if (!more) close(one)
                saved(name)
              }}
              onCancel={() => close(one)}
            />
          ) : null
        }
      </KeptParts>
    </div>
  )
}

/** In place of the id of a person. */
const NEW = 'new'
const NONE = ''

function First({ onSaved }: { readonly onSaved: (name: string) => void }) {
  const say = useText()
  return (
    <div className={styles.form} data-testid="staff-first">
      <Note tone="warn" title={say('staff.first.title')}>
        {say('staff.first.words')}
      </Note>
      <PersonForm person={null} first onSaved={onSaved} onCancel={null} />
    </div>
  )
}

type RowProps = {
  readonly person: ListedPerson
  readonly open: boolean
  readonly onEdit: () => void
  readonly onChanged: () => void
}

function Row({ person, open, onEdit, onChanged }: RowProps) {
  const say = useText()
  const me = useView((view) => view.person?.id === person.id)
  const changing = useCommand()
  const setActive = async (active: boolean) => {
    const reply = await changing.run(() => call('setStaffActive', { id: person.id, active }))
    if (reply?.ok) onChanged()
  }
  return (
    <Item
      title={
        <>
          {person.name}
          {me ? <small className={styles.me}>{say('staff.you')}</small> : null}
        </>
      }
      words={
        <>
          <span>{person.active ? say(`role.${person.role}`) : say('staff.inactive')}</span>
          {person.active && !person.hasPin ? <span>{say('staff.noPin')}</span> : null}
          {person.active && person.role === 'owner' && !person.hasRecoveryCode ? (
            <span>{say('staff.noRecovery')}</span>
          ) : null}
        </>
      }
      tools={
        <Toolbar>
          {person.active ? (
            <>
              <PressButton
                size="small"
                onPress={onEdit}
                label={say('staff.edit.of', { name: person.name })}
                testId="staff-edit"
              >
                {say('word.edit')}
              </PressButton>
              <TwoStepButton
                size="small"
                sure={say('staff.out.sure')}
                onSure={() => void setActive(false)}
                pending={changing.pending}
              >
                {say('staff.out')}
              </TwoStepButton>
            </>
          ) : (
            <PressButton size="small" onPress={() => void setActive(true)} pending={changing.pending}>
              {say('staff.back')}
            </PressButton>
          )}
        </Toolbar>
      }
      testId="staff-row"
      data-open={open}
      data-out={!person.active}
    >
      <FailureNote failure={changing.failure} />
    </Item>
  )
}
