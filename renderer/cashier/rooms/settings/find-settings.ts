import { normalisedName, normalisedQuery, wordsOf } from '../../../../shared/shop/normalise.ts'

/** A field, a card or a button of the settings on screen. */
export type FoundSetting = {
  readonly label: string
  /** The id of its section. */
  readonly section: string
  /** The title of its card; empty where the label is the title. */
  readonly card: string
  readonly element: HTMLElement
}

const NAMED = 'label, legend, h2, button, [role=switch]'

/**
 * Finds settings by name, hint and card title, typed in Cyrillic or Latin. It searches the page itself, so it finds what
 * this person sees, in the language of the screen, and needs no list of settings.
 */
export function findSettings(query: string): readonly FoundSetting[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const found = new Map<string, FoundSetting & { readonly inName: boolean }>()
  for (const place of document.querySelectorAll<HTMLElement>('[data-section]'))
    for (const element of place.querySelectorAll<HTMLElement>(NAMED)) {
      if (!element.checkVisibility()) continue
      const label = nameOf(element)
      const section = place.dataset.section ?? ''
      const title = cardTitle(element)
      if (label === '' || !includes(`${label} ${hintOf(element)} ${title}`, words)) continue
      const inName = includes(label, words)
      const card = title === label ? '' : title
      const name = `${section} ${card} ${label}`
      if (!found.has(name)) found.set(name, { label, section, card, element, inName })
    }
  return [...found.values()].sort((one, other) => Number(other.inName) - Number(one.inName)).slice(0, MOST)
}

const MOST = 12

/** Scrolls to the setting and focuses it. */
export function showSetting({ element }: Pick<FoundSetting, 'element'>): void {
  element.scrollIntoView({ block: 'center' })
  entryOf(element).focus({ preventScroll: true })
}

function entryOf(element: HTMLElement): HTMLElement {
  if (element instanceof HTMLLabelElement && element.control instanceof HTMLElement) return element.control
  const within = element.closest<HTMLElement>('[data-rac], fieldset, section')
  return within?.querySelector<HTMLElement>('input, select, textarea, button') ?? element
}

/** Whether every typed word is part of a word of the text. Only a Cyrillic word is also found in Latin letters. */
function includes(text: string, typed: readonly string[]): boolean {
  const words = wordsOf(text)
  const spellings = words.filter((word) => CYRILLIC.test(word)).flatMap(normalisedName)
  return typed.every(
    (one) =>
      words.some((word) => word.includes(one)) ||
      normalisedQuery(one).some((form) => spellings.some((word) => word.includes(form))),
  )
}

const CYRILLIC = /\p{Script=Cyrillic}/u

/** The title of the card that contains the element. */
export const cardTitle = (element: HTMLElement): string =>
  element.closest('fieldset, section')?.querySelector('legend, h2')?.textContent ?? ''

const nameOf = (element: HTMLElement): string =>
  (element.querySelector('b')?.textContent ?? element.textContent ?? '').replace(/\s+/g, ' ').trim()

function hintOf(element: HTMLElement): string {
  const control = element instanceof HTMLLabelElement ? element.control : element
  const ids = control?.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
