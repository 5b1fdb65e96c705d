import { expect, inOwnProcess, test } from '../support/hosts.ts'
import { charge, counterOf, ringUp } from '../support/till-actions.ts'

test.describe('in an Electron of its own', () => {
  test.use({ ownElectron: true })

  test(
    'a terminal that is killed while a QR is shown shows it again, and finds the payment',
    inOwnProcess('the till is killed', '@smoke', '@packaged'),
    async ({ till }) => {
      await ringUp(till.page, 'талх')
      const { qrText, invoiceId } = await charge(till.page)
      await till.kill()
      await till.restart()
      await expect(till.page.getByTestId('qr')).toBeVisible()
      expect((await counterOf(till.page)).qrText).toBe(qrText)
      await till.practice.pay({ invoice_id: invoiceId })
      await expect(till.page.getByTestId('paid')).toBeVisible()
      expect((await till.practice.state()).invoices).toHaveLength(1)
    },
  )
})
