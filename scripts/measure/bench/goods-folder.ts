/** Data folders of tills with many goods. Each number of goods is imported once in a run, and copied. */
import { rmSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REGISTER_NAME } from '../../../main/storage/register/index.ts'
import { inFolder } from './in-folder.ts'
import { importInto, type ManyGoods, manyGoods } from './many-goods.ts'

export type { ManyGoods } from './many-goods.ts'

type Made = { readonly folder: string; readonly goods: ManyGoods }

const made = new Map<number, Promise<Made>>()

/** Gives the work a folder of its own with so many goods. */
export async function inGoodsFolder<Found>(
  count: number,
  work: (given: Made) => Promise<Found>,
): Promise<Found> {
  const making = made.get(count) ?? make(count)
  made.set(count, making)
  const { folder: from, goods } = await making
  return inFolder(async (folder) => {
    await cp(join(from, REGISTER_NAME), join(folder, REGISTER_NAME))
    return work({ folder, goods })
  })
}

async function make(count: number): Promise<Made> {
  const folder = await mkdtemp(join(tmpdir(), 'tugrik-bench-goods-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const goods = manyGoods(count)
  await importInto(folder, goods)
  return { folder, goods }
}
