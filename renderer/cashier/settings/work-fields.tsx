import { FieldGroup, optionsOf, TextEntry } from '../../kit/index.ts'
import { useText } from '../text.ts'
import { DraftChoice, DraftEntry, type Fields } from './draft-fields.tsx'

/** How shifts are opened and counted. */
export function ShiftFields(fields: Fields) {
  const say = useText()
  const { draft, wrong, change } = fields
  return (
    <FieldGroup title={say('settings.shifts')}>
      <DraftChoice
        {...fields}
        field="shifts.selling"
        options={optionsOf(['optional', 'required'], (value) => say(`settings.shifts.${value}`), 'shifts')}
        hint={say('settings.shifts.selling.hint')}
      />
      <DraftChoice
        {...fields}
        field="shifts.count"
        options={[
          { value: 'blind', label: say('settings.shifts.blind') },
          { value: 'open', label: say('settings.shifts.seen') },
        ]}
        hint={say('settings.shifts.count.hint')}
      />
      <TextEntry
        label={say('settings.shifts.reasonAbove')}
        hint={say('settings.shifts.reasonAbove.hint')}
        value={draft['shifts.reasonAbove']}
        onChange={(typed) => change({ 'shifts.reasonAbove': typed })}
        error={wrong.has('shifts.reasonAbove') ? say('settings.shifts.reasonAbove.wrong') : null}
        inputMode="numeric"
        figures
      />
    </FieldGroup>
  )
}

/** From which discount a manager is asked for, and when the till locks. */
export function PeopleFields(fields: Fields) {
  const say = useText()
  return (
    <FieldGroup title={say('settings.people')}>
      <DraftEntry {...fields} field="discountLimitPercent" inputMode="numeric" />
      <DraftEntry {...fields} field="lockMinutes" inputMode="numeric" />
    </FieldGroup>
  )
}

export function SoundFields(fields: Fields) {
  const say = useText()
  return (
    <FieldGroup title={say('settings.sounds')}>
      <DraftChoice
        {...fields}
        field="sounds"
        quiet
        options={optionsOf(['on', 'off'], (value) => say(`settings.sounds.${value}`), 'sounds')}
        hint={say('settings.sounds.hint')}
      />
    </FieldGroup>
  )
}
