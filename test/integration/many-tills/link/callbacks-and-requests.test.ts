/** The tills of a shop tell each other of callbacks, and share the merchant's requests. */
import { expect, test } from 'vitest'
import { setBudget } from '../../../../main/many-tills/server/index.ts'
import { newCallbackPath } from '../../../../main/payment-service/callback/index.ts'
import { sessionVault } from '../../../../main/shop/settings/index.ts'
import { freePort } from '../../../../scripts/run/setup/machine.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { rungUp } from '../../../support/charged-sale.ts'
import { FEW_CODE_ITERATIONS } from '../../../support/cheap-hashes.ts'
import { eventually } from '../../../support/eventually.ts'
import { entersOwnShop } from '../../../support/own-shop.ts'
import { shopServerForFile } from '../../../support/shop-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openPractice, startTill } from '../../../support/terminal.ts'

const server = shopServerForFile()
const SHOP = 'Номин'

/** A shop of live mode with a receiver at till K01. The invoices of till K02 name that receiver. */
async function shopWithReceiver() {
  const shop = await server.shopDatabase()
  const { address: service, payer } = await openPractice()
  const port = await freePort()
  const path = newCallbackPath()
  const open = async (code: string, settings: object) => {
    const vault = sessionVault()
    vault.write('merchant-password', service.password)
    vault.write('callback-path', path)
    const till = await startTill({
      folder: temporaryFolder(),
      practice: null,
      vault,
      settings: {
        merchant: { baseUrl: service.url, username: service.username, invoiceCode: service.invoice_code },
        ...settings,
      },
    })
    await entersOwnShop(till)
    await till.ask('joinShopDatabase', {
      code: await shop.pair({ shop: SHOP, code, iterations: FEW_CODE_ITERATIONS }),
      server: `localhost:${server.server().port}/${shop.name}`,
    })
    return till
  }
  const callbackUrl = `http://127.0.0.1:${port}/${path}`
  const callback = { ...FIRST_SETTINGS.callback, enabled: true, port }
  await open('K01', { callback, invoicing: { ...FIRST_SETTINGS.invoicing, callbackUrl } })
  const till = await open('K02', {})
  await till.untilView(({ settings }) => settings.invoicing.callbackUrl === callbackUrl)
  return { shop, payer, till }
}

test('a callback that another till receives makes the till of that invoice check', async () => {
  const { shop, payer, till } = await shopWithReceiver()
  // Remembers each hint, because the till takes it away.
  await shop.admin.query(`CREATE TABLE public.given (code text, invoice text);
    CREATE FUNCTION public.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      INSERT INTO public.given SELECT t.code, NEW.invoice FROM shop.till t WHERE t.id = NEW.till; RETURN NEW; END $$;
    CREATE TRIGGER note AFTER INSERT ON shop.hint FOR EACH ROW EXECUTE FUNCTION public.note()`)
  const { saleId } = await rungUp(till, 1)
  await till.ask('charge', { saleId })
  const { counter } = await till.untilView((view) => view.counter?.status.name === 'awaiting-payment')
  const invoiceId = counter?.status.name === 'awaiting-payment' ? counter.status.invoice.invoiceId : ''
  await eventually(async () => {
    const sent = await shop.admin.query(`SELECT FROM shop.current WHERE body ->> 'invoiceId' = $1`, [
      invoiceId,
    ])
    expect(sent.rows).toHaveLength(1)
  })
  await payer.pay({ invoice_id: invoiceId })
  await eventually(async () => {
    const { rows } = await shop.admin.query('SELECT code, invoice FROM public.given')
    expect(rows).toEqual([{ code: 'K02', invoice: invoiceId }])
    expect((await shop.admin.query('SELECT FROM shop.hint')).rows).toEqual([])
  })
  await till.until(saleId, 'fulfilling', 'completed')
})

test('the active tills of a shop share its requests in a minute', async () => {
  const shop = await server.shopDatabase()
  expect(await setBudget(shop.admin, SHOP, 90)).toBe(true)
  expect(await setBudget(shop.admin, 'Another', 90)).toBe(false)
  const tills = [await shop.till(), await shop.till(), await shop.till()]
  for (const till of tills) await till.beat({})
  expect((await tills[0]?.beat({}))?.budget).toBe(30)
})
