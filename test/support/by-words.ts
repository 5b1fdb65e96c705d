/** Finds elements as a person does: by role and by visible text, in the language that the page shows. */
import type { Locator, Page } from '@playwright/test'
import type { Language } from '../../shared/shop/settings.ts'
import { TEXTS, type Texts } from '../../shared/texts/index.ts'

type Within = Page | Locator
type Key = keyof Texts
/** The values in a text. A value that is left out may be any figure or any words, as its name says. */
type Values = Readonly<Record<string, string | number>>

/** A button; it may also show its key. */
export const button = (within: Within, key: Key, values?: Values): Locator => buttonOf(within, [key], values)

export const press = (within: Within, key: Key, values?: Values): Promise<void> =>
  button(within, key, values).click()

/** Chooses an entry of a menu behind a button. */
export async function choosesFrom(page: Page, menu: Key, key: Key): Promise<void> {
  await press(page, menu)
  await inWords(page, [key], {}, (place, words) =>
    place.getByRole('menuitem', { name: whole(words) }),
  ).click()
}

/** A button that shows one of the texts `asks` after the first press. */
export const twoStep = (within: Within, key: Key, ...asks: readonly Key[]): Locator =>
  buttonOf(within, [key, ...asks])

const buttonOf = (within: Within, keys: readonly Key[], values?: Values): Locator =>
  inWords(within, keys, values, (place, words) =>
    place.getByRole('button', { name: new RegExp(`^${words}( (F\\d+|Esc|Enter|Ctrl\\+\\S))?$`) }),
  )

/** A field or a select, found by its label: a field for a password has no role. */
export const field = (within: Within, key: Key, values?: Values): Locator =>
  inWords(within, [key], values, (place, words) =>
    place.getByLabel(whole(words)).and(place.page().locator('input, textarea, select')),
  )

/** The field at the till for search and scans. */
export const search = (page: Page): Locator => field(page, 'till.search')

/** One of a few choices, or a switch. */
export const option = (within: Within, key: Key): Locator =>
  inWords(within, [key], {}, (place, words) =>
    place.getByRole('radio', { name: whole(words) }).or(place.getByRole('switch', { name: whole(words) })),
  )

/** Presses the label of an option; the control itself is not drawn. */
export const choose = (within: Within, key: Key): Promise<void> =>
  option(within, key).locator('xpath=ancestor::label').click()

export const heading = (within: Within, key: Key, values?: Values): Locator =>
  inWords(within, [key], values, (place, words) => place.getByRole('heading', { name: whole(words) }))

/** A titled part of the page: a section, a dialog, or a group of fields, options or buttons. */
export const part = (within: Within, key: Key): Locator =>
  inWords(within, [key], {}, (place, words) =>
    place
      .getByRole('region', { name: whole(words) })
      .or(place.getByRole('group', { name: whole(words) }))
      .or(place.getByRole('radiogroup', { name: whole(words) }))
      .or(place.getByRole('dialog', { name: whole(words) })),
  )

type Room = 'till' | 'history' | 'goods' | 'shift' | 'reports' | 'books' | 'attention' | 'settings'

/** The button of the main menu that leads to a room; it may also show a number or a sign. */
export const railTo = (page: Page, room: Room): Locator =>
  inWords(page, [`rail.${room}`], {}, (place, words) =>
    place.getByRole('navigation').getByRole('button', { name: new RegExp(`^${words}( |$)`) }),
  )

type Find = (place: Locator, words: string) => Locator

/** Searches in an element of either language, each for the text in its language. */
function inWords(within: Within, keys: readonly Key[], values: Values = {}, find: Find): Locator {
  const inLanguage = (language: Language) => {
    const place =
      'page' in within
        ? within.and(within.page().locator(`:lang(${language})`))
        : within.locator(`html:lang(${language})`)
    return find(place, `(${keys.map((key) => patternOf(TEXTS[language][key], values)).join('|')})`)
  }
  return inLanguage('mn').or(inLanguage('en'))
}

const whole = (words: string): RegExp => new RegExp(`^${words}$`)

/** A regular expression's source for a text, with its values filled in. */
const patternOf = (text: string, values: Values): string =>
  text
    .split(/(\{\{.*?\}\})/)
    .map((piece) => {
      const name = /^\{\{(\w+)/.exec(piece)?.[1]
      if (name === undefined) return spelled(piece)
      return values[name] === undefined ? anyValue(name) : spelled(String(values[name]))
    })
    .join('')

const anyValue = (name: string): string => (/^(amount|count|number)$/.test(name) ? '[\\d,.\\s]+( ₮)?' : '.+')

const spelled = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, ' ')
