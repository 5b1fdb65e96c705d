import { expect, test } from 'vitest'
import { reasonOnPaper } from '../../../../main/paper/facts/refund-facts.ts'
import { USUAL_REASONS } from '../../../../shared/sale/return.ts'
import { TEXTS } from '../../../../shared/texts/index.ts'

test('a usual reason that was chosen in English is Mongolian on paper', () => {
  for (const one of USUAL_REASONS) {
    const words = TEXTS.mn[`return.reason.${one}`]
    expect(reasonOnPaper(TEXTS.en[`return.reason.${one}`])).toBe(words)
    expect(reasonOnPaper(words)).toBe(words)
  }
})

test('a typed reason is on paper as it was typed', () => {
  expect(reasonOnPaper('Wrong colour')).toBe('Wrong colour')
})
