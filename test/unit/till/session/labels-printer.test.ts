import { expect, test } from 'vitest'
import { createMutex } from '../../../../main/base/mutex.ts'
import type { PrinterDriver } from '../../../../main/paper/print/index.ts'
import { createPrints, type PrintsParts } from '../../../../main/till/session/prints.ts'
import type { PrinterSettings } from '../../../../shared/shop/settings.ts'
import { printRequest } from '../../../support/print-request.ts'

const printerAt = (host: string): PrinterSettings => ({
  kind: 'network',
  host,
  port: 9100,
  profile: 'escpos',
})

test('labels come out of the printer that they were drawn for, also if another one is chosen while they wait or are drawn', async () => {
  let printer = printerAt('one')
  const { runExclusive } = createMutex()
  const came: unknown[] = []
  const driver = (): PrinterDriver => {
    const opened = printer
    return {
      replaces: false,
      open: async () => ({
        ok: true,
        printer: {
          print: async ({ name }) => {
            came.push({ drawnFor: JSON.parse(name), printedBy: opened })
            return { printed: true, files: [] }
          },
          status: async () => ({ ready: true, paperLow: false }),
          drawer: async () => null,
          close: async () => {},
        },
      }),
    }
  }
  const chosenWhile = { drawn: printerAt('drawn'), waiting: printerAt('waiting') }
  const prints = createPrints({
    queue: { between: runExclusive },
    driver,
    papersReady: () => null,
    settings: () => ({ printer }),
    formsOf: async (_: unknown, on: { printer: PrinterSettings }) => {
      const made = { ...printRequest(8), name: JSON.stringify(on.printer) }
      printer = chosenWhile.drawn
      return made
    },
  } as unknown as PrintsParts)
  const strip = { blocks: [] } as unknown as Parameters<typeof prints.labels>[0]
  await prints.labels(strip)
  let free = (): void => {}
  const held = runExclusive(() => new Promise<void>((resolve) => (free = resolve)))
  printer = printerAt('two')
  const printing = prints.labels(strip)
  await new Promise(setImmediate)
  printer = chosenWhile.waiting
  free()
  await Promise.all([held, printing])
  expect(came).toEqual([
    { drawnFor: printerAt('one'), printedBy: printerAt('one') },
    { drawnFor: chosenWhile.waiting, printedBy: chosenWhile.waiting },
  ])
})
