import { afterEach, expect, test, vi } from 'vitest'
import { approvalAsked } from '../../../renderer/cashier/page/approval-asked.ts'
import { call } from '../../../renderer/cashier/page/call.ts'
import { followTerminal, page } from '../../../renderer/cashier/page/store.ts'
import { createRoomStore } from '../../../renderer/cashier/page/visit.ts'

const REFUSED = { ok: false, error: { name: 'NOT_ALLOWED', detail: 'goods' } }
const LOCKED = { locked: true }
const of = (id: string) => ({ locked: false, person: { id, name: id, role: 'manager' } })

/** A page whose commands are answered by hand. */
function openPage() {
  const asked = new Map<string, (reply: unknown) => void>()
  const requests = new Map<string, unknown>()
  let tell = (_view: string): void => {}
  const pos = {
    call: (name: string, request: unknown) => {
      requests.set(name, request)
      return new Promise((answer) => asked.set(name, answer))
    },
    onView: (listener: typeof tell) => {
      tell = listener
    },
  }
  vi.stubGlobal('window', { pos })
  vi.stubGlobal('document', { activeElement: null })
  void followTerminal()
  return {
    requests,
    show: (view: object) => tell(JSON.stringify(view)),
    answer: async (name: string, reply: unknown) => {
      asked.get(name)?.(reply)
      await new Promise((later) => setTimeout(later))
    },
  }
}

/** What a screen does after its command. */
function asks(name: 'addProduct' | 'signIn'): () => boolean {
  let isAnswered = false
  void call(name as 'lock').then(() => {
    isAnswered = true
  })
  return () => isAnswered
}

afterEach(() => {
  approvalAsked.getState().asked?.answer(false)
  vi.unstubAllGlobals()
})

test('once another person has signed in, a late refusal asks for no approval, and the screen that sent the request gets no reply', async () => {
  const { show, answer } = openPage()
  show(of('one'))
  const isAnswered = asks('addProduct')
  show(LOCKED)
  show(of('other'))
  await answer('addProduct', REFUSED)
  expect(approvalAsked.getState().asked).toBeNull()
  expect(isAnswered()).toBe(false)
})

test('after a lock the same person gets the reply to their request, and can ask for the approval', async () => {
  const { show, answer } = openPage()
  show(of('one'))
  const isAnswered = asks('addProduct')
  show(LOCKED)
  show(of('one'))
  await answer('addProduct', REFUSED)
  expect(approvalAsked.getState().asked).not.toBeNull()
  approvalAsked.getState().asked?.answer(false)
  await answer('none', null)
  expect(isAnswered()).toBe(true)
})

test('a person who signs in after another one gets the reply to their own PIN', async () => {
  const { show, answer } = openPage()
  show(of('one'))
  show(LOCKED)
  const isAnswered = asks('signIn')
  show(of('other'))
  await answer('signIn', { ok: true })
  expect(isAnswered()).toBe(true)
})

test('typed text is dropped before a screen is drawn for another person, and is kept for the same person', () => {
  const { show } = openPage()
  const typed = createRoomStore({ text: '' })
  const drawn: string[] = []
  show(of('one'))
  typed.setState({ text: 'half' })
  show(LOCKED)
  const end = page.subscribe(({ view }, before) => {
    if (view !== before.view) drawn.push(typed.getState().text)
  })
  show(of('one'))
  show(of('other'))
  end()
  expect(drawn).toEqual(['half', ''])
})

test('“No” to an approval withdraws it, because its PIN may still be under check', async () => {
  const { show, answer, requests } = openPage()
  show(of('one'))
  asks('addProduct')
  await answer('addProduct', REFUSED)
  approvalAsked.getState().asked?.answer(false)
  await expect.poll(() => requests.get('withdrawApproval')).toEqual({ command: 'addProduct' })
})
