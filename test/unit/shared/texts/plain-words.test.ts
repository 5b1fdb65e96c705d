import { expect, test } from 'vitest'
import { PAPER_WORDS } from '../../../../main/paper/draw/words.ts'
import { en } from '../../../../shared/texts/en.ts'
import { mn as screen } from '../../../../shared/texts/mn.ts'

const mn = { ...screen, ...PAPER_WORDS }

/** Words that no text may use, and the words to use instead (docs/glossary.md#words-on-the-screen). */
const INSTEAD: readonly (readonly [
  texts: Readonly<Record<string, string>>,
  word: RegExp,
  instead: string,
])[] = [
  [en, /\b(training|practice|earnest)\b/i, 'test mode, live mode'],
  [en, /\b(set|sets|setting) (it |them )?aside\b|\bhold|\bheld\b/i, 'park a sale; pause a task'],
  [en, /\blook(ed|s)? again\b|\bread again\b/i, 'check again'],
  [en, /\bcarry on\b|\bgo(es)? on\b/i, 'continue'],
  [en, /\bby itself\b/i, 'automatically, or nothing'],
  [en, /\bperhaps\b/i, 'may have …'],
  [en, /\bmend/i, 'fix, correct'],
  [en, /\bwill not do\b/i, 'is not valid, cannot be used'],
  [en, /\b(rung|ring|rang)\b/i, 'add'],
  [en, /(?<!VAT )\bpayers?\b/i, 'customer'],
  [en, /\bpeople\b(?!”)/i, 'staff'],
  [en, /\bgo(es)? back\b(?! to the)|\bwent back\b/i, 'refund'],
  [en, /\bhow long\b/i, 'a noun: data retention'],
  [en, /(?<!bank |bank’s own )\bterminals?\b/i, 'till; bank terminal'],
  [en, /\bthe line\b(?!s)/i, 'the connection'],
  [en, /\bsuch as\b(?! 1234)/i, 'for example'],
  [en, /\bjournals?\b/i, 'sales records'],
  [en, /\bexpected sum\b/i, 'expected amount'],
  [en, /\bcash movements?\b/i, 'cash in, cash out'],
  [mn, /хойш тав/i, 'түр хадгалах'],
  [mn, /(?<!НӨАТ )төлөгч/i, 'худалдан авагч'],
  [mn, /журнал/i, 'бүртгэл'],
  [mn, /програм(?!м)/i, 'программ'],
  [mn, /дадлага/i, 'сургалтын горим'],
  [mn, /тохируулга/i, 'тохиргоо'],
  [mn, /зарсан|зараа|зарагд/i, 'борлуулсан'],
  [mn, /хоосло/i, 'сагс цэвэрлэх'],
  [mn, /нэвтрэх эрх/i, 'нэвтрэх мэдээлэл'],
  [mn, /касст(?!ай)|кассанд/i, 'кассад'],
  [mn, /шургуулг(ад|ын)/i, 'шургуулганд, шургуулганы'],
  [mn, /өмнөх үе|дараах (өдөр|хуудас)/i, 'өмнөх хугацаа, дараагийн'],
  [mn, /зураасан код/i, 'баркод'],
  [mn, /принтер/i, 'хэвлэгч'],
  [mn, /(?<!банкны )(?<!банкны өөрийн )терминал/i, 'касс; банкны терминал'],
]

test('no text uses a word that the glossary replaces', () => {
  const found = INSTEAD.flatMap(([texts, word, instead]) =>
    Object.entries(texts)
      .filter(([, text]) => word.test(text.replace(/\{\{.*?\}\}/g, '')))
      .map(([key, text]) => `${key}: "${text}". Say: ${instead}`),
  )
  expect(found).toEqual([])
})

test('parking has one word in each language', () => {
  const parking = ['park', 'paying.aside', 'parked.title', 'state.parked', 'event.parked'] as const
  for (const key of parking) {
    expect(en[key]).toMatch(/^Park/)
    expect(mn[key]).toMatch(/^Түр хадгал/)
  }
})
