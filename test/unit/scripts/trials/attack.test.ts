import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assertStarts, journalOf } from '../../../../scripts/trials/attack/targets.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** What is attacked is this script of Node. */
function targetOf(script: (journal: string) => string) {
  const root = temporaryFolder()
  const app = [process.execPath, '-e', script(JSON.stringify(journalOf(join(root, 'start'))))]
  return { root, app, hostile: app, env: () => ({}) }
}

test('a till that does not start is attacked in no way, and its reason is told in one line', async () => {
  const line = JSON.stringify({ error: { message: 'no "library"', stack: ['here'] }, text: 'not started' })
  const logs = targetOf(() => `console.log(${JSON.stringify(line)}); console.error('noise'); process.exit(3)`)
  await expect(assertStarts(logs)).rejects.toThrow(
    /^Nothing to attack: the till did not start: no "library"$/,
  )
  const talks = targetOf(() => "console.error('node:123\\nno library'); process.exit(3)")
  await expect(assertStarts(talks)).rejects.toThrow('the till did not start: no library')
  const silent = targetOf(() => 'process.exit(3)')
  await expect(assertStarts(silent)).rejects.toThrow('the till did not start: exit code 3')
})

test('a till that opens its sales records is attacked', async () => {
  const opens = targetOf(
    (journal) =>
      `fs.mkdirSync(path.dirname(${journal})); fs.writeFileSync(${journal}, ''); setInterval(() => {}, 1000)`,
  )
  await expect(assertStarts(opens)).resolves.toBeUndefined()
})
