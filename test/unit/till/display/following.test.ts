import { expect, test } from 'vitest'
import { followDisplay, type OpenPlace } from '../../../../main/electron/display-following.ts'
import type { Screen } from '../../../../main/electron/display-place.ts'
import type { DisplayView } from '../../../../shared/page/index.ts'

const tillScreen: Screen = { id: 1, bounds: { x: 0, y: 0, width: 1366, height: 768 } }
const payerScreen: Screen = { id: 2, bounds: { x: 1366, y: 0, width: 1024, height: 600 } }
const view: DisplayView = {
  language: 'mn',
  testMode: false,
  shop: 'Өглөө',
  logo: null,
  scene: { name: 'idle' },
}

/** The windows of a till whose screens the test connects and disconnects. */
function windows(first: readonly Screen[]) {
  let screens = first
  let cashier = tillScreen.id
  const said: string[] = []
  const open: { place: OpenPlace; loaded: () => void; closed: () => void; told: DisplayView[] }[] = []
  const following = followDisplay({
    screens: () => screens,
    cashierScreen: () => cashier,
    current: () => view,
    closedByHand: () => said.push('closed by hand'),
    open: (place, events) => {
      const window = { place, ...events, told: [] as DisplayView[] }
      open.push(window)
      return {
        tell: (events) => window.told.push(events),
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
      following.update()
    },
    cashierIsOn: (id: number) => {
      cashier = id
      following.update()
    },
    /** Closes the window as a person does: the callback runs when the window is gone. */
    close: () => open.splice(0, 1)[0]?.closed(),
    places: () => open.map(({ place }) => place),
  }
}

test('the display closes with its unplugged screen, and opens again when the screen is plugged in', () => {
  const { following, screensAre, open, places } = windows([tillScreen, payerScreen])
  following.follow('second-screen')
  expect(places()).toEqual([{ kind: 'screen', ...payerScreen }])
  screensAre([tillScreen])
  expect(open).toHaveLength(0)
  screensAre([tillScreen, payerScreen])
  expect(places()).toEqual([{ kind: 'screen', ...payerScreen }])
  open[0]?.loaded()
  expect(open[0]?.told).toEqual([view])
})

test('a screen on another connector counts as another screen, and the display moves to it', () => {
  const { following, screensAre, places } = windows([tillScreen, payerScreen])
  following.follow('second-screen')
  const moved = { id: 7, bounds: { x: -1024, y: 0, width: 1024, height: 768 } }
  screensAre([moved, tillScreen])
  expect(places()).toEqual([{ kind: 'screen', ...moved }])
})

test('when the cashier’s window moves to the other screen, the display takes its place', () => {
  const { following, cashierIsOn, places } = windows([tillScreen, payerScreen])
  following.follow('second-screen')
  cashierIsOn(payerScreen.id)
  expect(places()).toEqual([{ kind: 'screen', ...tillScreen }])
})

test('unchanged screens leave the display’s window alone', () => {
  const { following, screensAre, open } = windows([tillScreen, payerScreen])
  following.follow('second-screen')
  const [before] = open
  screensAre([tillScreen, { ...payerScreen }])
  following.follow('second-screen')
  expect(open).toEqual([before])
  expect(open[0]).toBe(before)
})

test('closing a plain window turns the display off', () => {
  const { following, close, said, screensAre, open } = windows([tillScreen])
  following.follow('window')
  close()
  expect(said).toEqual(['closed by hand'])
  screensAre([tillScreen, payerScreen])
  expect(open).toHaveLength(0)
  following.follow('window')
  expect(open).toHaveLength(1)
})

test('the display on a screen of its own opens again after it was closed', () => {
  const { following, close, said, places } = windows([tillScreen, payerScreen])
  following.follow('second-screen')
  close()
  expect(said).toEqual([])
  expect(places()).toEqual([{ kind: 'screen', ...payerScreen }])
})

test('views go to the open window only', () => {
  const { following, screensAre, open } = windows([tillScreen, payerScreen])
  following.follow('second-screen')
  const [before] = open
  screensAre([tillScreen])
  following.show(view)
  expect(before?.told).toEqual([])
  expect(following.isOpen()).toBe(false)
  screensAre([tillScreen, payerScreen])
  expect(following.isOpen()).toBe(true)
  following.show(view)
  expect(open[0]?.told).toEqual([view])
})

test('when the till ends, no display opens any more', () => {
  const { following, screensAre, open } = windows([tillScreen, payerScreen])
  following.follow('second-screen')
  following.end()
  expect(open).toHaveLength(0)
  screensAre([tillScreen, { ...payerScreen, id: 9 }])
  following.follow('window')
  expect(open).toHaveLength(0)
})
