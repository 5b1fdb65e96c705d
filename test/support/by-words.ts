/** Finds what a person sees by its role and its words, in whichever language the screen is. */
import type { Locator, Page } from '@playwright/test'
import { TEXTS, type Texts } from '../../shared/texts/index.ts'

type Within = Page | Locator

export const buttonSaying = (within: Within, key: keyof Texts): Locator =>
  within.getByRole('button', { name: said(key) })

export const fieldNamed = (within: Within, key: keyof Texts): Locator =>
  within.getByRole('textbox', { name: said(key) })

type Room = 'till' | 'history' | 'goods' | 'shift' | 'reports' | 'books' | 'attention' | 'settings'

/** The button of the rail that leads to a room; the attention's carries its count. */
export const railTo = (page: Page, room: Room): Locator =>
  page
    .getByRole('navigation', { name: said('rail.label') })
    .getByRole('button', { name: new RegExp(`^${spelled(`rail.${room}`)}`) })

/** The whole words; a key of the keyboard may be printed beside them. */
const said = (key: keyof Texts): RegExp => new RegExp(`^${spelled(key)}(\\s*(F\\d+|Esc|Enter))?$`)

const spelled = (key: keyof Texts): string =>
  `(${[TEXTS.mn[key], TEXTS.en[key]].map((words) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`
