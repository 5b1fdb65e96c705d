import { expect, test } from 'vitest'
import { isFromCashier } from '../../../../main/electron/sender.ts'

const OURS = 'app://pos/cashier/index.html'
const page = (url: string) => ({ mainFrame: { url } })

test('the main frame of the cashier’s window at our origin is accepted', () => {
  const webContents = page(OURS)
  expect(isFromCashier({ senderFrame: webContents.mainFrame, sender: webContents }, { webContents })).toBe(
    true,
  )
})

test('before the window exists, no sender is accepted', () => {
  const webContents = page(OURS)
  expect(isFromCashier({ senderFrame: webContents.mainFrame, sender: webContents }, null)).toBe(false)
})

test('a frame that is gone is not accepted', () => {
  const webContents = page(OURS)
  expect(isFromCashier({ senderFrame: null, sender: webContents }, { webContents })).toBe(false)
})

test('a frame inside the page is not accepted, whatever its address', () => {
  const webContents = page(OURS)
  expect(isFromCashier({ senderFrame: { url: OURS }, sender: webContents }, { webContents })).toBe(false)
})

test('another window is not accepted, even with our page', () => {
  const webContents = page(OURS)
  const other = page(OURS)
  expect(isFromCashier({ senderFrame: other.mainFrame, sender: other }, { webContents })).toBe(false)
})

test('the customer display is not accepted, because it may call nothing', () => {
  const webContents = page(OURS)
  const display = page('app://pos/display/index.html')
  expect(isFromCashier({ senderFrame: display.mainFrame, sender: display }, { webContents })).toBe(false)
})

test('our window with another page is not accepted', () => {
  for (const url of [
    '',
    'about:blank',
    'https://example.com/',
    'app://pos.evil/',
    'file:///x',
    'data:text/html,x',
  ]) {
    const webContents = page(url)
    expect(
      isFromCashier({ senderFrame: webContents.mainFrame, sender: webContents }, { webContents }),
      url,
    ).toBe(false)
  }
})
