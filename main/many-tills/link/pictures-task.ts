/**
 * Pictures of goods travel after the rows of their goods. The row has the picture's name, which no other picture ever gets.
 *
 *     a product here uses a picture ─┬─ that is here, and the server wants it ──▶ given once
 *                                    └─ that is not here, and the server has it ─▶ drawn anew and kept here
 *
 * A few at a time, one after the other, so that prices need not wait for them. Where nothing is missing, nothing is asked.
 */

import type { Clock, Log } from '../../base/clock-and-log.ts'
import type { ShopGoods } from '../../shop/goods/index.ts'
import type { ShopDatabase } from '../server/index.ts'
import { createFirstTime } from './first-time.ts'
import type { LinkTask } from './link.ts'

export type PicturesTaskParts = {
  readonly goods: Pick<ShopGoods, 'filed' | 'pictures' | 'takePictures' | 'onChange'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Log
}

const EVERY_MS = 5_000
/** The longest pause before the till asks again for a picture that the server does not have. */
const LONGEST_PAUSE_MS = 10 * 60_000
const NAMES_AT_ONCE = 500
const PICTURES_A_RUN = 5

export function picturesTask({ goods, clock, log }: PicturesTaskParts): LinkTask {
  let wake = (): void => {}
  let changed = true
  const isFirstTime = createFirstTime()
  const warnOnce = (about: string, names: readonly string[]): void => {
    const count = names.filter((name) => isFirstTime(`${about} ${name}`)).length
    if (count > 0) log.warn(about, { count })
  }
  goods.onChange(() => {
    changed = true
    wake()
  })
  return {
    name: 'pictures',
    everyMs: EVERY_MS,
    onWork: (listener) => {
      wake = listener
    },
    begin: ({ database, ended }) => {
      /** At the server, which may be another one in the next session. */
      const atServer = new Set<string>()
      /** Names for which the server sent bytes that are not an image. */
      const refused = new Set<string>()
      /** Files here that cannot be drawn. They count as missing. */
      const damaged = new Set<string>()
      let pauseMs = EVERY_MS
      let dueAt = 0
      changed = true
      return async () => {
        if (changed) pauseMs = EVERY_MS
        else if (clock.monotonic() < dueAt) return
        changed = false
        const used = new Set(goods.filed()?.pictures)
        // The server deletes a picture once no product uses it.
        for (const name of atServer) if (!used.has(name)) atServer.delete(name)
        const here = new Set([...(await goods.pictures.names())].filter((name) => !damaged.has(name)))
        const open = [...used].filter((name) => !(here.has(name) ? atServer : refused).has(name))
        const isMoving = await moveSome(open, here)
        pauseMs = isMoving ? EVERY_MS : Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
        dueAt = open.length === 0 ? Number.POSITIVE_INFINITY : clock.monotonic() + (isMoving ? 0 : pauseMs)
        if (isMoving) wake()
      }

      /** Returns whether a picture moved. */
      async function moveSome(open: readonly string[], here: ReadonlySet<string>): Promise<boolean> {
        const toFetch: string[] = []
        const toGive: string[] = []
        for (let at = 0; at < open.length && !ended.aborted; at += NAMES_AT_ONCE) {
          const asked = open.slice(at, at + NAMES_AT_ONCE)
          const { there, wanted } = asSets(await database.pictures(asked))
          // Only names of our own goods: they are plain names of files.
          for (const name of asked) {
            if (there.has(name) && here.has(name)) atServer.add(name)
            else if (there.has(name)) toFetch.push(name)
            else if (wanted.has(name) && here.has(name)) toGive.push(name)
          }
          if (toFetch.length + toGive.length >= PICTURES_A_RUN) break
        }
        const [fetch, give] = [toFetch.slice(0, PICTURES_A_RUN), toGive.slice(0, PICTURES_A_RUN)]
        return (await fetchAll(database, fetch)) + (await giveAll(database, give)) > 0
      }

      async function fetchAll(from: ShopDatabase, names: readonly string[]): Promise<number> {
        const came = new Map<string, Uint8Array>()
        for (const name of names) {
          const picture = await from.picture(name)
          if (picture !== null) came.set(name, picture)
        }
        const kept = await goods.takePictures(came)
        for (const name of came.keys()) {
          if (kept.has(name)) {
            damaged.delete(name)
            atServer.add(name)
          } else refused.add(name)
        }
        warnOnce(
          'the shop database sent files that are not pictures',
          [...came.keys()].filter((name) => !kept.has(name)),
        )
        return came.size
      }

      async function giveAll(to: ShopDatabase, names: readonly string[]): Promise<number> {
        let count = 0
        for (const name of names) {
          const picture = await goods.pictures.drawable(name)
          if (picture === null) damaged.add(name)
          if (picture === null || !(await to.givePicture(name, picture))) continue
          atServer.add(name)
          count += 1
        }
        warnOnce('pictures of goods are damaged here', [...damaged])
        return count
      }
    },
  }
}

const asSets = ({ there, wanted }: Awaited<ReturnType<ShopDatabase['pictures']>>) => ({
  there: new Set(there),
  wanted: new Set(wanted),
})
