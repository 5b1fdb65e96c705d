import { type KeyboardEvent, memo, type RefObject } from 'react'
import { Button, ToggleButton } from 'react-aria-components'
import { Aloud, Icon, PressButton } from '../../../kit/index.ts'
import { useText } from '../../page/index.ts'
import { SHORTCUTS } from '../../page/shortcuts/index.ts'
import styles from './search-box.module.css'
import { tileId } from './tile.tsx'

type SearchBoxProps = {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly quantity: string | null
  readonly found: number | null
  /** Code of the product that Enter adds. */
  readonly selected: string | null
  readonly onType: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  /** Shows or hides the shortcut sheet. */
  readonly onKeys: () => void
  readonly keysShown: boolean
  /** Whether the list of found goods is shown, and nothing in its place. */
  readonly listShown: boolean
  /** Shows or hides the form for goods without a product. */
  readonly onMisc: () => void
}

export function SearchBox(props: SearchBoxProps) {
  const say = useText()
  const { text, onType } = props
  return (
    <div className={styles.box}>
      <Icon name="search" />
      <input
        ref={props.inputRef}
        className={styles.input}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={props.onKeyDown}
        // biome-ignore lint/a11y/noAutofocus: the till is for typing and scanning, so the search box comes first.
        autoFocus
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        role="combobox"
        aria-label={say('till.search')}
        aria-expanded={props.listShown}
        aria-controls={props.listShown ? 'goods' : undefined}
        aria-activedescendant={props.selected === null ? undefined : tileId(props.selected)}
        placeholder={say('till.search')}
        data-typed={text !== ''}
        data-testid="search"
      />
      {props.quantity === null ? null : (
        <span className={styles.times}>{say('till.times', { quantity: props.quantity })}</span>
      )}
      <SearchState
        empty={text === ''}
        found={props.found}
        selected={props.selected}
        onType={onType}
        onKeys={props.onKeys}
        onMisc={props.onMisc}
        keysShown={props.keysShown}
      />
    </div>
  )
}

type SearchStateProps = Pick<
  SearchBoxProps,
  'found' | 'selected' | 'onType' | 'onKeys' | 'keysShown' | 'onMisc'
> & {
  readonly empty: boolean
}

const SearchState = memo(
  ({ empty, found, selected, onType, onKeys, keysShown, onMisc }: SearchStateProps) => {
    const say = useText()
    if (empty)
      return (
        <span className={styles.state}>
          <span className={styles.hint}>{say('till.search.hint')}</span>
          <Button className={styles.keys ?? ''} preventFocusOnPress onPress={onMisc} data-testid="misc-open">
            <Icon name="plus" size={20} />
            <span className={styles.brief}>{say('misc.brief')}</span>
            <kbd>{SHORTCUTS.misc.shown}</kbd>
          </Button>
          <ToggleButton
            className={styles.keys ?? ''}
            preventFocusOnPress
            isSelected={keysShown}
            onPress={onKeys}
            data-testid="shortcuts-open"
          >
            <Icon name="question" size={20} />
            <Aloud>{say('shortcuts.open')}</Aloud>
            <kbd>{SHORTCUTS.sheet.shown}</kbd>
          </ToggleButton>
        </span>
      )
    return (
      <span className={styles.state}>
        {found === null ? null : (
          <span className={styles.found}>
            {say('till.found', { count: found })}
            {found === 0 ? null : (
              <>
                <kbd>{selected === null ? '↓' : 'Enter'}</kbd>
                <span>{say(selected === null ? 'till.choose.brief' : 'till.add')}</span>
              </>
            )}
          </span>
        )}
        <PressButton size="small" tone="subtle" label={say('till.search.clear')} onPress={() => onType('')}>
          <Icon name="cross" size={18} />
        </PressButton>
      </span>
    )
  },
)
SearchState.displayName = 'SearchState'
