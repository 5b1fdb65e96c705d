/** Loading the library that draws can take long, from a slow disk or past a virus scanner. The till sells meanwhile. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../../support/eventually.ts'
import { squarePicture } from '../../../support/square-picture.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('a picture, a logo and a sheet of labels wait until a thread has loaded it, and nothing else waits', async () => {
  const threads = temporaryFolder()
  const [begun, released] = [join(threads, 'begun'), join(threads, 'released')]
  writeFileSync(
    join(threads, 'canvas-worker.js'),
    `const { existsSync, writeFileSync } = require('node:fs')
    writeFileSync(${JSON.stringify(begun)}, '')
    const look = setInterval(() => {
      if (!existsSync(${JSON.stringify(released)})) return
      clearInterval(look)
      require('node:worker_threads').parentPort.postMessage('loaded')
    }, 5)`,
  )
  vi.stubEnv('TUGRIK_TEST_THREADS', threads)
  vi.resetModules() // a test that ran before in this process may have loaded the library
  const { keptPictures } = await import('../../../../main/shop/goods/pictures.ts')
  const { ditherLogo, labelsAsPdf } = await import('../../../../main/paper/draw/index.ts')
  onTestFinished(() => void vi.unstubAllEnvs())
  const square = Buffer.from(squarePicture(), 'base64')
  const done: string[] = []
  const work = {
    picture: keptPictures(temporaryFolder()).keep(square),
    logo: ditherLogo(square, 58),
    labels: labelsAsPdf('shelf', []),
  }
  const all = Object.entries(work).map(([name, drawn]) => drawn.then(() => done.push(name)))
  await eventually(() => expect(existsSync(begun)).toBe(true))
  expect(done).toEqual([])
  writeFileSync(released, '')
  await Promise.all(all)
  expect(await work.picture).toMatch(/\.jpg$/)
  expect(await work.logo).not.toBeNull()
})
