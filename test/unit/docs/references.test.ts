import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anchorsOf, brokenReferences } from '../../../scripts/run/references.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A small project without broken references, into which a test plants one. */
const SOUND = {
  'docs/laws.md': '# Laws\n\n## Law 1\nIntent first.\n\n## Law 2\nOne invoice at a time.\n',
  'docs/service.md':
    '# The service\n\n## List invoices\nSee [law 2](laws.md#law-2), `decisions/numbers.md`.\n',
  'docs/decisions/numbers.md': '# Numbers\nSee [the list](../service.md#list-invoices) and `laws.md`.\n',
  'main/sales.ts':
    '/** Held by law 1 (docs/laws.md#law-1). */\nexport const NOTHING = 0 // RFC 8011, section 5.4\n',
}

describe('references', () => {
  function brokenWith(planted: Readonly<Record<string, string>>) {
    const root = temporaryFolder()
    const files = { ...SOUND, ...planted }
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    return brokenReferences(root, Object.keys(files))
  }

  test('a title in the threat model that no test has is reported, and "…" stands for any words', () => {
    const test = "test('a page reaches nobody', run)\ntest.each(KINDS)('a file that is %s is refused', run)\n"
    const pageWith = (title: string) => ({ 'docs/security.md': title, 'test/unit/page.test.ts': test })
    expect(brokenWith(pageWith('"a page reaches nobody", "a file that is … is refused"'))).toEqual([])
    expect(brokenWith(pageWith('"a page reaches somebody"'))).toEqual([
      { file: 'docs/security.md', line: 1, what: 'no such test: a page reaches somebody' },
    ])
  })

  test('a project whose references all resolve has nothing to report', () => {
    expect(brokenWith({})).toEqual([])
  })

  test.each([
    ['a missing document', '// see docs/design.md', 'no such document: docs/design.md'],
    ['a missing heading', '/** docs/laws.md#law-9 */', 'no such heading: docs/laws.md#law-9'],
    ['a missing source file', '// see main/gone.ts', 'no such file: main/gone.ts'],
    ['a missing law', '// law 7 forbids it', 'no law 7 in docs/laws.md'],
    ['a missing law in a title', "test('law 8 holds', run)", 'no law 8 in docs/laws.md'],
    ['an outside section', '/** As section 2.2 says. */', 'a section of a document that is not here'],
    ['an outside section by its sign', '// § 4', 'a section of a document that is not here'],
    ['an outside document by its name', '// (field notes)', 'a document that is not here'],
  ])('a source file that names %s is reported', (_, source, what) => {
    expect(brokenWith({ 'main/planted.ts': `${source}\n` })).toEqual([
      { file: 'main/planted.ts', line: 1, what },
    ])
  })

  test.each([
    ['a link to a file', '[gone](gone.txt)', 'no such file: gone.txt'],
    ['a link to a heading', '[gone](laws.md#law-9)', 'no such heading: laws.md#law-9'],
    ['a link to a heading of its own page', '[gone](#gone)', 'no such heading: #gone'],
    ['a page by its name', 'see `gone.md`', 'no such document: gone.md'],
    ['a path in a folder of the repository', '`test/gone/`', 'no such file: test/gone/'],
    ['a pattern that no file fits', '`main/gone-*.ts`', 'no such file: main/gone-*.ts'],
    ['a source file by its name alone', '`gone.test.ts`', 'no such file: gone.test.ts'],
    ['a place in a file', '`test/gone.css#title`', 'no such file: test/gone.css#title'],
    ['a title of a test file', '`a.test.ts` ("it sells", "it flies")', 'no such test: it flies'],
  ])('a page with %s that is missing is reported', (_, text, what) => {
    const tests = { 'test/unit/a.test.ts': "test('it sells', run)\n" }
    expect(brokenWith({ ...tests, 'docs/planted.md': `${text}\n` })).toEqual([
      { file: 'docs/planted.md', line: 1, what },
    ])
  })

  test('a page may name folders, patterns, short names, commands, and files of a till', () => {
    const words = ['main/', 'docs/decisions/*.md', 'docs/decisions/<name>.md', 'docs/…/numbers.md', 's….ts']
    const others = ['sales.ts', 'main/sales.ts#NOTHING', 'npm run check', 'out/main', 'staff.json']
    const text = [...words, ...others].map((word) => `\`${word}\``).join(' ')
    expect(brokenWith({ 'docs/planted.md': text })).toEqual([])
  })

  test('a comment over several lines is checked to its end, and code is not checked', () => {
    const source = "/**\n * First.\n * Law 5.\n */\nconst text = 'section 5, docs/gone.md'\n"
    expect(brokenWith({ 'main/planted.ts': source })).toEqual([
      { file: 'main/planted.ts', line: 3, what: 'no law 5 in docs/laws.md' },
    ])
  })

  test('headings have the anchors that GitHub gives them', () => {
    const markdown =
      '# Law 1\n## A `till`: what, and why?\n## [Linked](x.md) words\n## Law 1\n```\n# no heading\n```\n'
    expect([...anchorsOf(markdown)]).toEqual(['law-1', 'a-till-what-and-why', 'linked-words', 'law-1-1'])
  })
})
