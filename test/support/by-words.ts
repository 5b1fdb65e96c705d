/** Finds elements by role and visible text, in the current language of the screen. */
import type { Locator, Page } from '@playwright/test'
import { TEXTS, type Texts } from '../../shared/texts/index.ts'

type Within = Page | Locator

export const buttonSaying = (within: Within, key: keyof Texts): Locator =>
  within.getByRole('button', { name: said(key) })

export const fieldNamed = (within: Within, key: keyof Texts): Locator =>
  within.getByRole('textbox', { name: said(key) })

type Room = 'till' | 'history' | 'goods' | 'shift' | 'reports' | 'books' | 'attention' | 'settings'

/** The button of the rail that leads to a room; the attention button also shows a number. */
export const railTo = (page: Page, room: Room): Locator =>
  page
    .getByRole('navigation', { name: said('rail.label') })
    .getByRole('button', { name: new RegExp(`^${spelled(`rail.${room}`)}`) })

/** The whole text; a button may also show its key. */
const said = (key: keyof Texts): RegExp => new RegExp(`^${spelled(key)}(\\s*(F\\d+|Esc|Enter))?$`)

const spelled = (key: keyof Texts): string =>
  `(${[TEXTS.mn[key], TEXTS.en[key]].map((words) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`
