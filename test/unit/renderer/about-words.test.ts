import { expect, test } from 'vitest'
import { aboutWords } from '../../../renderer/cashier/frame/lock/about-words.ts'
import { TEXTS } from '../../../shared/texts/index.ts'

const say = ((key: keyof typeof TEXTS.en) => TEXTS.en[key]) as Parameters<typeof aboutWords>[0]
const MISC = { price: '5000', name: 'Beer', taxKind: 'vat' }

test('who approves a misc item that is banned now is told of the ban', () => {
  const about = (request: object) =>
    aboutWords(say, { command: 'addMiscItem', request, permission: 'price-override' }, { counter: null })
  expect(about({ ...MISC, despiteBan: true })).toContain(TEXTS.en['permission.sell-banned'])
  expect(about(MISC)).not.toContain(TEXTS.en['permission.sell-banned'])
})
