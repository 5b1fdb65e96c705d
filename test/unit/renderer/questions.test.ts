import { afterEach, expect, test, vi } from 'vitest'
import { approvalAsked } from '../../../renderer/cashier/page/approval-asked.ts'
import { call } from '../../../renderer/cashier/page/call.ts'
import { beginVisit } from '../../../renderer/cashier/page/visit.ts'

const AGE = { name: 'AGE_UNCONFIRMED', detail: '21' }
const later = () => new Promise((resolve) => setTimeout(resolve))
const shown = () => approvalAsked.getState().asked

type Sent = { readonly code: string; readonly ofAge?: number }

/** A main process that asks for the age, once for a sale. */
function mainProcess() {
  let isOfAge = false
  const sent: string[] = []
  const pos = {
    call: async (name: string, { code, ofAge }: Sent = { code: name }) => {
      if (name === 'backUpNow')
        return sent.push(name) === 1
          ? { ok: false, error: { name: 'NOT_ALLOWED', detail: 'settings' } }
          : new Promise(() => {})
      sent.push(ofAge === undefined ? code : `${code}, of age`)
      isOfAge ||= ofAge !== undefined
      return isOfAge ? { ok: true, value: { code } } : { ok: false, error: AGE }
    },
  }
  vi.stubGlobal('window', { pos })
  vi.stubGlobal('document', { activeElement: null })
  return sent
}

const add = (code: string) => call('addProduct', { code })

afterEach(() => {
  shown()?.answer(false)
  beginVisit()
  vi.unstubAllGlobals()
})

test('an answer that comes late, to a question that was declined, leaves the next question open', async () => {
  mainProcess()
  const first = add('1')
  await later()
  const late = shown()
  late?.answer(false)
  expect((await first).ok).toBe(false)
  const second = add('2')
  await later()
  const open = shown()
  late?.answer(true)
  expect(shown()).toBe(open)
  open?.answer(true)
  expect(await second).toEqual({ ok: true, value: { code: '2' } })
})

test('goods that are added while a question about others is open wait for its answer, and are asked about only if it does not hold for them', async () => {
  const sent = mainProcess()
  const all = Promise.all([add('1'), add('2')])
  await later()
  shown()?.answer(true)
  expect(await all).toEqual([
    { ok: true, value: { code: '1' } },
    { ok: true, value: { code: '2' } },
  ])
  expect(sent).toEqual(['1', '2', '1, of age', '2'])
})

test('goods are sold, and asked about, while a command that was approved is still on its way', async () => {
  const sent = mainProcess()
  void call('backUpNow')
  const waited = add('1')
  await later()
  expect(shown()).toMatchObject({ permission: 'settings' })
  shown()?.answer(true)
  await later()
  expect(shown()).toMatchObject({ rule: AGE })
  shown()?.answer(true)
  expect((await waited).ok).toBe(true)
  expect(sent).toEqual(['backUpNow', '1', 'backUpNow', '1', '1, of age'])
})

test('an approval that was not enough is not asked for again', async () => {
  vi.stubGlobal('document', { activeElement: null })
  const error = { name: 'NOT_ALLOWED', detail: 'settings' }
  vi.stubGlobal('window', { pos: { call: async () => ({ ok: false, error }) } })
  const refused = call('backUpNow')
  await later()
  shown()?.answer(true)
  expect(await refused).toEqual({ ok: false, error })
})

test('after “No” the till asks about the goods that waited, one after another', async () => {
  mainProcess()
  const [first, second] = [add('1'), add('2')]
  await later()
  shown()?.answer(false)
  expect((await first).ok).toBe(false)
  await later()
  shown()?.answer(true)
  expect((await second).ok).toBe(true)
})

test('goods that waited when another person signed in are neither added nor asked about', async () => {
  const sent = mainProcess()
  const replies: string[] = []
  for (const code of ['1', '2']) void add(code).then(() => replies.push(code))
  await later()
  shown()?.answer(false)
  beginVisit()
  await later()
  expect(shown()).toBeNull()
  expect(sent).toEqual(['1', '2'])
  const next = add('3')
  await later()
  shown()?.answer(true)
  expect((await next).ok).toBe(true)
})
