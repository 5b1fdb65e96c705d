import { memo, useCallback } from 'react'
import { ToggleButton, Toolbar } from 'react-aria-components'
import { ScrollRow } from '../../../kit/index.ts'
import { call, useAskedOnce, useText } from '../../page/index.ts'
import styles from './categories.module.css'

type CategoriesProps = {
  readonly chosen: string | null
  readonly onChoose: (category: string | null) => void
}

/** Memoized, so that typing in the search does not render it again. */
export const Categories = memo(({ chosen, onChoose }: CategoriesProps) => {
  const say = useText()
  const { value: categories } = useAskedOnce(useCallback(() => call('listCategories'), []))
  return (
    <ScrollRow>
      {(row) => (
        <Toolbar ref={row} className={styles.chips ?? ''} aria-label={say('till.categories')}>
          <ToggleButton
            className={styles.chip ?? ''}
            isSelected={chosen === null}
            onPress={() => onChoose(null)}
          >
            {say('word.all')}
          </ToggleButton>
          {categories?.map((category) => (
            <ToggleButton
              key={category}
              className={styles.chip ?? ''}
              isSelected={chosen === category}
              onPress={() => onChoose(chosen === category ? null : category)}
              data-testid="category"
            >
              {category}
            </ToggleButton>
          ))}
        </Toolbar>
      )}
    </ScrollRow>
  )
})
Categories.displayName = 'Categories'
