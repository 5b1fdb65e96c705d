import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { foldSale } from '../../../../main/storage/projections/index.ts'
import { openJournal } from '../../../../main/storage/store/index.ts'
import { latePaymentsAmong, makeJournalOf1, owedAmong, UP_TO_2 } from '../../../support/example-migration.ts'
import { countsOf } from '../../../support/journal-counts.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { newFile, OPTIONS } from './till-journal.ts'

const SALES = 300
const KILLS = 6

const moduleUrl = (name: string) =>
  JSON.stringify(pathToFileURL(resolve(import.meta.dirname, `../../../../main/${name}/index.ts`)).href)

const EXAMPLE = JSON.stringify(
  pathToFileURL(resolve(import.meta.dirname, '../../../support/example-migration.ts')).href,
)

/** A script that upgrades the journal and prints when it begins and when it is done. */
const CHILD = `
import { writeSync } from 'node:fs'
import { openJournal } from ${moduleUrl('storage/store')}
import { UP_TO_2 } from ${EXAMPLE}
writeSync(1, 'begins ')
openJournal(process.argv[1], { now: Date.now, migrations: UP_TO_2 }).close()
writeSync(1, 'done ')
`

/** Resolves to how long the upgrade ran, and whether it ended before it was killed. */
async function upgradeIn(file: string, killAfterMs: number | null): Promise<{ ms: number; done: boolean }> {
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', CHILD, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  let began = 0
  let ended = 0
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString()
    if (began === 0 && said.includes('begins')) {
      began = performance.now()
      if (killAfterMs !== null) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    }
    if (said.includes('done')) ended = performance.now()
  })
  await new Promise<void>((done) => child.on('close', () => done()))
  expect(began).toBeGreaterThan(0)
  return { ms: ended - began, done: said.includes('done') }
}

test('a journal whose upgrade is killed loses nothing', async () => {
  const old = newFile()
  makeJournalOf1(old, SALES)
  const folder = temporaryFolder()
  const fresh = (name: string): string => {
    const file = join(folder, name, 'journal.sqlite')
    mkdirSync(dirname(file))
    copyFileSync(old, file)
    return file
  }
  const { ms } = await upgradeIn(fresh('whole'), null)
  const cuts: boolean[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const file = fresh(String(kill))
    const { done } = await upgradeIn(file, (ms * (kill + Math.random())) / KILLS)
    cuts.push(!done)
    expectAll(file)
  }
  expect(cuts).toContain(true)
})

function expectAll(file: string): void {
  const journal = openJournal(file, { ...OPTIONS, migrations: UP_TO_2 })
  expect(countsOf(journal).sales).toBe(SALES)
  for (let number = 1; number <= SALES; number += 1) {
    const id = `sale-${number}`
    expect(journal.sales.byId(id)).toEqual(foldSale(id, journal.sales.events(id)).sale)
  }
  expect(journal.printJobs.owed()).toHaveLength(owedAmong(SALES).length)
  expect(journal.unfinished.attentionCount()).toBe(latePaymentsAmong(SALES).length)
  expect(journal.seals.of('sale-3').size).toBe(1)
  journal.close()
  const kept = readdirSync(dirname(file)).filter((name) => name !== 'journal.sqlite')
  expect(kept).toEqual(['journal.v1.kept.sqlite'])
  expect(readFileSync(join(dirname(file), 'journal.v1.kept.sqlite')).includes('LOTTERY')).toBe(false)
}
