/** The settings form shows no path and no stored value in place of a text. */
import { beforeAll, expect, test } from 'vitest'
import { FORM_FIELDS, kindOf } from '../../../../renderer/cashier/rooms/settings/draft.ts'
import { choiceWords } from '../../../../renderer/cashier/rooms/settings/field-words.ts'
import { prepareTexts } from '../../../../renderer/texts/index.ts'
import { TEXTS } from '../../../../shared/texts/index.ts'

beforeAll(prepareTexts)

/** Switches have the names of the tenders. */
const nameOf = (path: string): string =>
  path.startsWith('tenders.') ? path.replace('tenders', 'tender') : `settings.${path}`

test('every field of the settings form has a name', () => {
  const unnamed = FORM_FIELDS.map(({ path }) => nameOf(path)).filter((key) => !Object.hasOwn(TEXTS.mn, key))
  expect(unnamed).toEqual([])
})

test('every choice of a field has a name', () => {
  const unnamed = FORM_FIELDS.flatMap((field) =>
    (kindOf(field).values ?? [])
      .filter((value) => choiceWords((key) => key, field, value) === value)
      .map((value) => `${field.path}.${value}`),
  )
  expect(unnamed).toEqual([])
})
