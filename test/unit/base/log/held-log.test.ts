import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logFile, logFolder } from '../../../../main/base/log/index.ts'
import { heldFile } from '../../../support/held-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const isNewest = (path: string) => path.endsWith('terminal.log')

function logOf(largest: number) {
  const folder = temporaryFolder()
  const log = logFile(folder, { largest })
  const file = (name: string) => join(logFolder(folder), name)
  const text = (name: string) => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '')
  return { log, text }
}

test('a log that another program holds tells afterwards how many lines it lost', () => {
  const { log, text } = logOf(100_000)
  log.info('first')
  heldFile({ work: ['open'], path: isNewest, times: 2 })
  for (const line of ['second', 'third', 'fourth']) log.info(line)
  const lines = text('terminal.log')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { text: 'first' },
    { text: 'lines of the log are lost', count: 2 },
    { text: 'fourth' },
  ])
})

test('a log that cannot be moved grows, loses no older file, and is moved once it is free', () => {
  const { log, text } = logOf(200)
  for (const line of ['one', 'two', 'three', 'four', 'five', 'six'])
    log.info(`line ${line} ${'x '.repeat(60)}`)
  const older = () => [2, 3, 4].map((number) => text(`terminal.${number}.log`))
  const before = older()
  heldFile({ work: ['replace'], path: isNewest, times: 3 })
  for (const line of ['seven', 'eight', 'nine']) log.info(`line ${line} ${'x '.repeat(60)}`)
  expect(text('terminal.log').trim().split('\n')).toHaveLength(4)
  expect(text('terminal.1.log')).toBe('')
  expect(older()[1]).toBe(before[0])
  expect(older()[2]).toBe(before[1])
  log.info('free')
  expect(text('terminal.1.log')).toContain('line nine')
  expect(text('terminal.log').trim().split('\n')).toHaveLength(1)
})
