/** The worker thread that writes and checks drafts of the register. 100,000 goods take a second, and the till must sell meanwhile. */
import { parentPort, workerData } from 'node:worker_threads'
import { journalFailure } from '../sqlite/index.ts'
import { checkDraft, type FromThread, fillDraft, type Task, type ToThread } from './draft.ts'

const port = parentPort
if (port === null) throw new Error('not started as a worker thread')
const say = (message: FromThread): void => port.postMessage(message)

function answering(work: () => void): void {
  try {
    work()
  } catch (error) {
    say({ failure: journalFailure(error).failure })
  }
}

const task = workerData as Task
if (task.kind === null)
  answering(() => {
    checkDraft(task.file)
    say('done')
  })
else {
  const { take, end } = fillDraft(task.file, task.kind)
  port.on('message', (rows: ToThread) =>
    answering(() => {
      if (rows.length > 0) take(rows)
      else end()
      say(rows.length > 0 ? 'more' : 'done')
    }),
  )
  say('more')
}
