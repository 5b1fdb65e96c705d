import { expect, test } from 'vitest'
import { followDisplay, type OpenPlace } from '../../../main/electron/display-following.ts'
import type { Screen } from '../../../main/electron/display-place.ts'
import type { DisplayView } from '../../../shared/ipc/index.ts'

const tillScreen: Screen = { id: 1, bounds: { x: 0, y: 0, width: 1366, height: 768 } }
const payerScreen: Screen = { id: 2, bounds: { x: 1366, y: 0, width: 1024, height: 600 } }
const view: DisplayView = {
  language: 'mn',
  practice: false,
  shop: 'Өглөө',
  logo: null,
  scene: { name: 'idle' },
}

/** A desk whose screens the test connects and disconnects. */
function desk(first: readonly Screen[]) {
  let screens = first
  let cashier = tillScreen.id
  const said: string[] = []
  const open: { place: OpenPlace; loaded: () => void; closed: () => void; told: DisplayView[] }[] = []
  const following = followDisplay({
    screens: () => screens,
    cashierScreen: () => cashier,
    current: () => view,
    closedByHand: () => said.push('closed by hand'),
    open: (place, news) => {
      const window = { place, ...news, told: [] as DisplayView[] }
      open.push(window)
      return {
        tell: (news) => window.told.push(news),
        destroy: () => void open.splice(open.indexOf(window), 1),
      }
    },
  })
  return {
    following,
    open,
    said,
    screensAre: (now: readonly Screen[]) => {
      screens = now
      following.lookAgain()
    },
    cashierIsOn: (id: number) => {
      cashier = id
      following.lookAgain()
    },
    /** Closes the window as a person does: the callback runs when the window is gone. */
    close: () => open.splice(0, 1)[0]?.closed(),
    places: () => open.map(({ place }) => place),
  }
}

test('a second screen that is unplugged takes the display with it, and brings it back when it is plugged again', () => {
  const { following, screensAre, open, places } = desk([tillScreen, payerScreen])
  following.follow('second-screen')
  expect(places()).toEqual([{ kind: 'screen', ...payerScreen }])
  screensAre([tillScreen])
  expect(open).toHaveLength(0)
  screensAre([tillScreen, payerScreen])
  expect(places()).toEqual([{ kind: 'screen', ...payerScreen }])
  open[0]?.loaded()
  expect(open[0]?.told).toEqual([view])
})

test('plugged into another socket it is another screen, and the display is on that', () => {
  const { following, screensAre, places } = desk([tillScreen, payerScreen])
  following.follow('second-screen')
  const moved = { id: 7, bounds: { x: -1024, y: 0, width: 1024, height: 768 } }
  screensAre([moved, tillScreen])
  expect(places()).toEqual([{ kind: 'screen', ...moved }])
})

test('a cashier who puts the till on the other screen changes places with the payer', () => {
  const { following, cashierIsOn, places } = desk([tillScreen, payerScreen])
  following.follow('second-screen')
  cashierIsOn(payerScreen.id)
  expect(places()).toEqual([{ kind: 'screen', ...tillScreen }])
})

test('screens that are as they were leave the window alone', () => {
  const { following, screensAre, open } = desk([tillScreen, payerScreen])
  following.follow('second-screen')
  const [before] = open
  screensAre([tillScreen, { ...payerScreen }])
  following.follow('second-screen')
  expect(open).toEqual([before])
  expect(open[0]).toBe(before)
})

test('a plain window that a person closes turns the display off, and does not come back', () => {
  const { following, close, said, screensAre, open } = desk([tillScreen])
  following.follow('window')
  close()
  expect(said).toEqual(['closed by hand'])
  screensAre([tillScreen, payerScreen])
  expect(open).toHaveLength(0)
  following.follow('window')
  expect(open).toHaveLength(1)
})

test('on a screen of its own it comes back, whatever closed it', () => {
  const { following, close, said, places } = desk([tillScreen, payerScreen])
  following.follow('second-screen')
  close()
  expect(said).toEqual([])
  expect(places()).toEqual([{ kind: 'screen', ...payerScreen }])
})

test('news goes to the window that is open, and to none that is gone', () => {
  const { following, screensAre, open } = desk([tillScreen, payerScreen])
  following.follow('second-screen')
  const [before] = open
  screensAre([tillScreen])
  following.show(view)
  expect(before?.told).toEqual([])
  screensAre([tillScreen, payerScreen])
  following.show(view)
  expect(open[0]?.told).toEqual([view])
})

test('when the till ends nothing opens any more', () => {
  const { following, screensAre, open } = desk([tillScreen, payerScreen])
  following.follow('second-screen')
  following.end()
  expect(open).toHaveLength(0)
  screensAre([tillScreen, { ...payerScreen, id: 9 }])
  following.follow('window')
  expect(open).toHaveLength(0)
})
