import { expect, test } from 'vitest'
import {
  foundPrinters,
  printerDraftOf,
  printerOf,
} from '../../../renderer/cashier/rooms/settings/printing/printer-draft.ts'
import { type PrinterSettings, printerSettings } from '../../../shared/shop/settings.ts'

const EVERY_KIND: readonly PrinterSettings[] = [
  { kind: 'none' },
  { kind: 'folder', folder: null },
  { kind: 'network', host: '192.168.1.50', port: 9101, profile: 'xprinter-80' },
  { kind: 'device', path: '/dev/usb/lp0', baud: 115200, profile: 'escpos' },
  { kind: 'raw-queue', queue: '\\\\SERVER\\POS #2', profile: 'xprinter-80' },
  { kind: 'system', queue: 'Kass' },
]

test('an unchanged printer is saved as it is', () => {
  for (const printer of EVERY_KIND) {
    expect(printerOf(printerDraftOf(printer))).toEqual(printer)
    expect(printerSettings.parse(printer)).toEqual(printer)
  }
})

test('switching to another kind of printer and back keeps what was typed', () => {
  const draft = { ...printerDraftOf({ kind: 'none' }), kind: 'network' as const, host: '10.0.0.9' }
  expect(printerOf({ ...draft, kind: 'system' })).toEqual({ kind: 'system', queue: '' })
  expect(printerOf(draft)).toMatchObject({ kind: 'network', host: '10.0.0.9', port: 9100 })
})

test('an invalid port is refused', () => {
  const draft = { ...printerDraftOf({ kind: 'none' }), kind: 'network' as const, host: '10.0.0.9' }
  for (const port of ['', 'порт', '9100a'])
    expect(printerSettings.safeParse(printerOf({ ...draft, port })).success).toBe(false)
})

const FOUND = {
  system: [{ queue: 'Kass_80mm', words: 'Xprinter' }],
  devices: [{ path: '/dev/usb/lp0', words: 'USB: lp0' }],
  network: [{ host: '192.168.1.50', port: 9100 }],
}

test('a queue that was found keeps the kind of queue that is chosen', () => {
  const kinds = (['raw-queue', 'system', 'none'] as const).map(
    (kind) => foundPrinters(FOUND, kind)[0]?.draft.kind,
  )
  expect(kinds).toEqual(['raw-queue', 'system', 'system'])
})

test('a printer that was found and chosen can be saved at once', () => {
  const found = foundPrinters(FOUND, 'none')
  expect(found.map(({ name }) => name)).toEqual(['Kass_80mm', '/dev/usb/lp0', '192.168.1.50'])
  for (const { draft } of found) {
    const chosen = printerOf({ ...printerDraftOf({ kind: 'none' }), ...draft })
    expect(printerSettings.safeParse(chosen).success).toBe(true)
  }
})
