import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const RENDERER = join(import.meta.dirname, '../../../renderer')

/** It has no texts. */
const WITHOUT_TEXTS = ['counter/till/tile.tsx']

test('a part with memo follows a new language', () => {
  const cashier = join(RENDERER, 'cashier')
  const files = globSync('**/*.tsx', { cwd: cashier }).filter((file) => !WITHOUT_TEXTS.includes(file))
  const memos = files
    .map((file) => ({ file, text: readFileSync(join(cashier, file), 'utf8') }))
    .filter(({ text }) => /\bmemo\(/.test(text))
  expect(memos.length).toBeGreaterThan(5)
  for (const { file, text } of memos) {
    expect(text, file).toContain('useText()')
    expect(text, file).not.toMatch(/import \{[^}]*\bsay\b[^}]*\}/)
  }
})
