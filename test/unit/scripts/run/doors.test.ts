import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandsIn, DOORS, differences } from '../../../../scripts/run/doors/table.ts'
import { inProject } from '../../../../scripts/run/setup/project.mjs'

test('the commands are the lines of the indented blocks that begin with npm, without their comments', () => {
  const readme = `You need npm:

    npm start        # the till
    git clone x
    npm test -- unit

Type \`npm run demo\`.
npm run bench
`
  expect(commandsIn(readme)).toEqual(['npm start', 'npm test -- unit'])
})

test('the table has every command of the README, and no other one', () => {
  expect(differences(commandsIn(readFileSync(inProject('README.md'), 'utf8')), Object.keys(DOORS))).toEqual(
    [],
  )
})
