import { expect, test } from 'vitest'
import { PAPER_WORDS } from '../../../../main/paper/draw/words.ts'
import { FAILURE_NAMES } from '../../../../shared/failure.ts'
import { en } from '../../../../shared/texts/en.ts'
import { mn } from '../../../../shared/texts/mn.ts'

const keys = Object.keys(mn) as (keyof typeof mn)[]
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

test('both languages have the same keys', () => {
  expect(Object.keys(en).sort()).toEqual([...keys].sort())
})

test('no text is empty or has stray spaces', () => {
  for (const texts of [mn, en]) {
    for (const text of Object.values(texts)) expect(text).toMatch(/^\S(.*\S)?$/)
  }
})

test('quotes are “ ”, and a range has no hyphen', () => {
  const other = [mn, en, PAPER_WORDS].flatMap((texts) =>
    Object.values(texts).filter((text) => /[«»„"]|\d-\d/.test(text)),
  )
  expect(other).toEqual([])
})

test('a text has the same placeholders in both languages', () => {
  const different = keys.filter((key) => placeholders(mn[key]).join() !== placeholders(en[key]).join())
  expect(different).toEqual([])
})

test('every failure has a text, and every failure text belongs to a failure', () => {
  const told = keys.filter((key) => /^failure\.[A-Z_]+$/.test(key)).map((key) => key.slice('failure.'.length))
  expect(told.sort()).toEqual([...FAILURE_NAMES].sort())
})

test('a plural has every form that its language needs', () => {
  const forms = keys.filter((key) => /_(one|other)$/.test(key))
  const stems = new Set(forms.map((key) => key.replace(/_(one|other)$/, '')))
  expect(forms.length).toBe(2 * stems.size)
})

test.each(['failure.SHOP_DATABASE_LOGIN_REFUSED', 'failure.SHOP_DATABASE_RETIRED'] as const)(
  '%s names the button with which a till connects again',
  (key) => {
    for (const texts of [en, mn]) expect(texts[key]).toContain(`“${texts['database.leave']}”`)
  },
)
