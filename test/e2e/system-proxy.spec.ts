/** The proxy that the system names is asked for the payment service, past the one that leads pages nowhere. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { executableOf, openHost } from '../../scripts/run/hosts/index.ts'
import { startLentElectron } from '../../scripts/run/hosts/lent-electron.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { press } from '../support/by-words.ts'
import { expect, inElectron, skip, test } from '../support/hosts.ts'
import { connectMerchant } from '../support/till-actions.ts'

test(
  'the system’s proxy is asked for the payment service, and a refusal names it on the screen',
  inElectron('the proxy that the program finds'),
  async () => {
    const info = test.info()
    if (process.platform !== 'linux') skip('only on Linux the environment names the proxy of the system')
    const asked: string[] = []
    const proxy = createServer()
    proxy.on('connect', ({ url = '' }, socket) => {
      asked.push(url)
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const at = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const electron = await startLentElectron(executableOf('electron'), info.outputPath('chromium'), {
      https_proxy: `http://${at}`,
      no_proxy: '',
      NO_PROXY: '',
      XDG_CURRENT_DESKTOP: '',
    })
    try {
      const { page } = await openHost('electron', {
        dataFolder: info.outputPath('data'),
        practice: null,
        newcomer: true,
        lentElectron: async () => electron,
      })
      await press(page, 'guide.setUp.go')
      await connectMerchant(page, {
        ...{ control: '', control_token: '' },
        url: 'https://pay.shop.invalid',
        username: 'SHOP_1',
        password: 'password',
        invoice_code: 'SHOP_INVOICE',
      })
      const failure = page.getByTestId('merchant-failure')
      await expect(failure).toContainText(
        TEXTS.mn['failure.PROXY_FAILED'].replace('{{detail}}', `${at} (HTTP 407)`),
      )
      expect(new Set(asked)).toEqual(new Set(['pay.shop.invalid:443']))
    } finally {
      await electron.kill()
      proxy.close()
    }
  },
)
