import { Button, Menu, MenuItem, MenuTrigger } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './more-menu.module.css'
import { PassingPopover } from './passing-popover.tsx'
import buttons from './press-button.module.css'

type MoreMenuProps = {
  readonly label: string
  readonly items: readonly MoreItem[]
  readonly pending?: boolean
  readonly testId?: string
}

export type MoreItem = {
  readonly label: string
  readonly onPress: () => void
  readonly testId?: string
}

/** A button that opens a menu of less used actions. */
export const MoreMenu = ({ label, items, pending = false, testId }: MoreMenuProps) => (
  <MenuTrigger>
    <Button
      className={classNames(buttons.button, buttons.subtle, buttons.small)}
      isPending={pending}
      data-testid={testId}
    >
      {label}
      <Icon name="more" size={18} />
    </Button>
    <PassingPopover placement="bottom end">
      <Menu className={styles.menu ?? ''}>
        {items.map((item) => (
          <MenuItem
            key={item.label}
            className={styles.item ?? ''}
            onAction={item.onPress}
            data-testid={item.testId}
          >
            {item.label}
          </MenuItem>
        ))}
      </Menu>
    </PassingPopover>
  </MenuTrigger>
)
