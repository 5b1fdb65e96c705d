import { Choice, optionsOf } from '../../../../kit/index.ts'
import { say } from '../../../page/index.ts'

type YesNoProps = {
  readonly label: string
  readonly labelHidden?: boolean
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

export const YesNo = ({ value, onChange, ...props }: YesNoProps) => (
  <Choice
    {...props}
    value={value ? 'yes' : 'no'}
    onChange={(chosen) => onChange(chosen === 'yes')}
    options={optionsOf(['yes', 'no'], (answer) => say(`settings.${answer}`))}
  />
)
