import { readdir } from 'node:fs/promises'
import { runMainJob } from '../../scripts/pictures/demo/main-job.ts'
import { SetupFailed } from '../../scripts/run/setup/progress.mjs'
import { expect, inOwnProcess, test } from '../support/hosts.ts'

test(
  'the demo sells at once, in two parts and by two QRs, and leaves its pictures and the receipt',
  { tag: '@smoke' },
  async ({ till }, info) => {
    const folder = info.outputPath()
    const result = await runMainJob({
      host: { kind: till.host, page: till.page },
      payer: till.practice,
      folder,
      startedAt: performance.now(),
    })
    expect(result).toMatchObject({ host: till.host, payment_status: 'PAID' })
    expect(Object.values(result.qr_read_back)).not.toContain(false)
    const { invoices } = await till.practice.state()
    expect(invoices.map(({ status }) => status)).toEqual(['CLOSED', 'CLOSED', 'CLOSED', 'CLOSED'])
    expect(await readdir(folder)).toEqual(
      expect.arrayContaining([...result.screenshots, result.receipt_png, result.receipt_bytes]),
    )
  },
)

test(
  'a failure on the screen ends the demo at once, with the words of the screen in one line',
  inOwnProcess('the demo that was ended goes on until its page is gone'),
  async ({ till }, info) => {
    await till.practice.merchant({ active: false })
    const demo = runMainJob({
      host: { kind: till.host, page: till.page },
      payer: till.practice,
      folder: info.outputPath(),
      startedAt: performance.now(),
    })
    const error = await demo.catch((one) => one)
    expect(error).toBeInstanceOf(SetupFailed)
    const [words = ''] = await till.page.getByTestId('invoice-refused').allInnerTexts()
    expect(error.message).toBe(`The demo stopped after 03-cart.png: ${words.replace(/\s+/g, ' ').trim()}`)
  },
)
