import { Note, PressButton, Toolbar } from '../../kit/index.ts'
import { say } from '../page/text.ts'

type MeanwhileProps = {
  readonly field: string
  /** The value that somebody else gave the field. */
  readonly value: string
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** Below a field with unsaved text: asks whether that or the value that somebody else gave it meanwhile is to stay. */
export function Meanwhile({ field, value, onTake, onKeep }: MeanwhileProps) {
  return (
    <div data-meanwhile>
      <Note tone="warn" testId="meanwhile">
        {say('meanwhile.changed', { field, value })}
        <MeanwhileChoice onTake={onTake} onKeep={onKeep} />
      </Note>
    </div>
  )
}

export function MeanwhileChoice({ onTake, onKeep }: Pick<MeanwhileProps, 'onTake' | 'onKeep'>) {
  return (
    <Toolbar>
      <PressButton size="small" onPress={onTake}>
        {say('meanwhile.take')}
      </PressButton>
      <PressButton size="small" onPress={onKeep}>
        {say('meanwhile.keep')}
      </PressButton>
    </Toolbar>
  )
}

/** The names of those fields beside the save button, because the fields may be scrolled out of sight. */
export function MeanwhileFields({ fields }: { readonly fields: readonly string[] }) {
  return (
    <Note tone="warn" testId="meanwhile-fields">
      {fields.length > 0 && say('meanwhile.fields', { fields: fields.join('; ') })}
    </Note>
  )
}
