import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import type { Person } from '../../../../shared/shop/staff.ts'
import { say } from '../../page/index.ts'
import styles from './people.module.css'

type PersonTilesProps = {
  readonly label: string
  readonly people: readonly Person[]
  readonly chosen: string | null
  readonly onChoose: (staffId: string) => void
}

export const PersonTiles = ({ label, people, chosen, onChoose }: PersonTilesProps) => (
  <ToggleButtonGroup
    className={styles.tiles ?? ''}
    aria-label={label}
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={chosen === null ? [] : [chosen]}
    onSelectionChange={(keys) => {
      const [first] = keys
      if (first !== undefined) onChoose(String(first))
    }}
  >
    {people.map(({ id, name, role }) => (
      <ToggleButton key={id} id={id} className={styles.tile ?? ''} data-testid="person-tile">
        <b>{name}</b>
        <span>{say(`role.${role}`)}</span>
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)
