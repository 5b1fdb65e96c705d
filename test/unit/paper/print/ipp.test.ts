import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { jobsOf } from '../../../../main/paper/print/ipp.ts'
import { listening } from '../../../support/listening.ts'

test('an answer of a print server that is larger than any list of jobs is not read to its end', async () => {
  let sent = 0
  const port = await listening(
    createServer((_request, response) => {
      const piece = Buffer.alloc(100_000, 2) // the mark of a job, again and again
      response.write(Buffer.alloc(8))
      const go = (): void => {
        if (response.destroyed) return
        sent += piece.length
        response.write(piece, go)
      }
      go()
    }),
  )
  await expect(jobsOf('queue', `localhost:${port}`)).rejects.toThrow('too large')
  expect(sent).toBeLessThan(50_000_000)
})
