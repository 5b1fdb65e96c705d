/** The store calls its listeners once after the outermost transaction, and says what was committed. */
import { expect, test } from 'vitest'
import type { Committed, Journal } from '../../../../main/storage/store/index.ts'
import { command, journalAt, next, numbered, rung } from './till-journal.ts'

type Told =
  | { readonly sales: readonly string[]; readonly byPerson: boolean; readonly jobs: boolean }
  | { readonly failure: string }

const told = (change: Committed): Told =>
  change.failure === null
    ? { sales: [...change.sales].sort(), byPerson: change.byPerson, jobs: change.jobs }
    : { failure: change.failure.name }

/** Everything that the listener was told so far, in order. */
function listening(journal: Journal): readonly Told[] {
  const all: Told[] = []
  journal.onCommit((change) => void all.push(told(change)))
  return all
}

const job = { id: 'job-1', kind: 'sale' } as const

test('a listener is called once after the outermost transaction, with every sale in it', () => {
  const journal = journalAt()
  const all = listening(journal)
  journal.command(command('key-1234'), () => {
    journal.sales.commit(numbered(1))
    journal.audited({ at: 5, who: null, action: 'test', about: {}, approvedBy: null }, () =>
      journal.sales.commit(numbered(2, { newJobs: [job] })),
    )
    journal.sales.commit(next(journal, 'sale-1', [rung]))
    expect(all).toEqual([])
  })
  expect(all).toEqual([{ sales: ['sale-1', 'sale-2'], byPerson: true, jobs: true }])
})

test('a commit that the till makes by itself is reported as not by a person and without print jobs', () => {
  const journal = journalAt()
  const all = listening(journal)
  journal.sales.commit(numbered(1))
  journal.counter.free()
  expect(all).toEqual([
    { sales: ['sale-1'], byPerson: false, jobs: false },
    { sales: [], byPerson: false, jobs: false },
  ])
})

test('queueing, retrying and redirecting a print wake the queue, and so does a released receipt', () => {
  const journal = journalAt()
  journal.sales.commit(numbered(1))
  journal.sales.commit(next(journal, 'sale-1', [{ kind: 'work-held' }]))
  const all = listening(journal)
  journal.printJobs.queue({ id: 'job-2', kind: 'test' }, null, 5)
  journal.printJobs.retry('job-2')
  journal.printJobs.redirect('job-2', 'spare')
  journal.sales.commit({ ...next(journal, 'sale-1', [{ kind: 'work-released' }]), paperReady: true })
  journal.sales.commit(next(journal, 'sale-1', [rung]))
  expect(all.map((one) => 'jobs' in one && one.jobs)).toEqual([true, true, true, true, false])
})

test('a listener can read what was committed and can commit more', () => {
  const journal = journalAt()
  const versions: unknown[] = []
  journal.onCommit((change) => {
    versions.push(change.failure === null && [...change.sales].map((id) => journal.sales.byId(id)?.version))
    if (versions.length === 1) journal.sales.commit(next(journal, 'sale-1', [rung]))
  })
  journal.command(command('key-1234'), () => journal.sales.commit(numbered(1)))
  expect(versions).toEqual([[2], [3]])
})

test('a commit that was undone by an error is not reported, neither then nor with the next commit', () => {
  const journal = journalAt()
  const all = listening(journal)
  const failing = () => {
    journal.sales.commit(numbered(1, { newJobs: [job] }))
    throw new Error('no')
  }
  expect(() => journal.command(command('key-1234'), failing)).toThrow('no')
  expect(all).toEqual([])
  journal.sales.commit(numbered(2))
  expect(all).toEqual([{ sales: ['sale-2'], byPerson: false, jobs: false }])
})

test('a listener that was removed is not called', () => {
  const journal = journalAt()
  let times = 0
  const end = journal.onCommit(() => {
    times += 1
  })
  journal.sales.commit(numbered(1))
  end()
  journal.sales.commit(numbered(2))
  expect(times).toBe(1)
})
