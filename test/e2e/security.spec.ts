/** A hostile page cannot reach anything beyond its bridge. */
import { search } from '../support/by-words.ts'
import { comesBackFrom, expect, inElectron, test } from '../support/hosts.ts'
import { charge, ringUp } from '../support/till-actions.ts'

test('the page has its bridge and no access to Node or Electron, and gets no secret', {
  tag: '@smoke',
}, async ({ till }) => {
  const found = await till.page.evaluate(() => ({
    bridge: Object.keys(window.pos).sort(),
    machine: ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron', 'global'].filter(
      (name) => name in window,
    ),
  }))
  expect(found.bridge).toEqual(['call', 'onView'])
  expect(found.machine).toEqual([])
  await test.step('a call that does not fit the command table is refused', async () => {
    const replies = await till.page.evaluate(async () => {
      const call = window.pos.call as (...sent: readonly unknown[]) => Promise<unknown>
      return [
        await call('charge', { saleId: 7 }),
        await call('addProduct', { code: '1', extra: true }),
        await call('searchGoods', 'x'.repeat(100)),
        await call('getView', { anything: 1 }),
        await call('toString'),
        await call('__proto__', {}),
        await call({ name: 'getView' }),
        await call('addProduct', { code: 'x'.repeat(9_000_000) }),
      ]
    })
    for (const reply of replies) expect(reply).toMatchObject({ ok: false, error: { name: 'INPUT_INVALID' } })
  })
  await test.step('the view that the page gets has no password, token or secret', async () => {
    const text = await till.page.evaluate(async () => JSON.stringify(await window.pos.call('getView')))
    expect(text).not.toMatch(/password|token|secret/i)
  })
})

test('the page can make no connection, evaluate no text and load nothing foreign', { tag: '@smoke' }, async ({
  till,
}) => {
  const tried = await till.page.evaluate(async () => {
    const outcome = async (work: () => unknown): Promise<string> => {
      try {
        await work()
        return 'done'
      } catch {
        return 'refused'
      }
    }
    const loaded = (element: HTMLElement) =>
      new Promise((resolve, reject) => {
        element.addEventListener('load', resolve)
        element.addEventListener('error', reject)
        document.body.append(element)
      })
    const with_ = <Kind extends 'img' | 'script'>(kind: Kind, src: string) =>
      Object.assign(document.createElement(kind), { src })
    return {
      fetch: await outcome(() => fetch('https://example.com/')),
      loopback: await outcome(() => fetch('http://127.0.0.1:9/')),
      own: await outcome(() => fetch('/cashier/index.html')),
      image: await outcome(() => loaded(with_('img', 'https://example.com/x.png'))),
      script: await outcome(() => loaded(with_('script', 'https://example.com/x.js'))),
      html: await outcome(() => Object.assign(document.createElement('div'), { innerHTML: '<b>x</b>' })),
      policy: await outcome(() => Reflect.get(window, 'trustedTypes').createPolicy('own', {})),
      defaultPolicy: await outcome(() => Reflect.get(window, 'trustedTypes').createPolicy('default', {})),
      text: await outcome(() => new Function('return 1')()),
    }
  })
  expect(tried).toEqual({
    fetch: 'refused',
    loopback: 'refused',
    own: 'refused',
    image: 'refused',
    script: 'refused',
    html: 'refused',
    policy: 'refused',
    defaultPolicy: 'refused',
    text: 'refused',
  })
})

test(
  'only text crosses the bridge: an object as a name or as a key stays in the page',
  inElectron('the bridge of the product'),
  async ({ till }) => {
    const replies = await till.page.evaluate(async () => {
      const call = window.pos.call as (...sent: readonly unknown[]) => Promise<unknown>
      const many = Object.fromEntries(Array.from({ length: 10_000 }, (_none, at) => [`key${at}`, at]))
      return [
        await call(many),
        await call('getView', undefined, many),
        await call('getView', undefined, new ArrayBuffer(10_000)),
        await call('getView', undefined, null),
        await call('getView', undefined, 'x'.repeat(9_000_000)),
        await call('x'.repeat(9_000_000)),
      ]
    })
    for (const reply of replies) expect(reply).toMatchObject({ ok: false, error: { name: 'INPUT_INVALID' } })
  },
)

test(
  'in Electron the page cannot navigate away, open windows or get permissions',
  inElectron('what the program allows its page'),
  async ({ till }) => {
    const { page, host } = till
    const before = page.url()
    expect(before).toBe(
      host === 'electron' ? 'app://pos/cashier/index.html' : 'https://pos.invalid/cashier/index.html',
    )
    if (host !== 'electron') return
    const tried = await page.evaluate(async () => ({
      opened: window.open('https://example.com/') !== null,
      notifications: await Notification.requestPermission(),
      camera: await navigator.permissions.query({ name: 'camera' as PermissionName }).then(
        (permission) => permission.state,
        () => 'denied',
      ),
    }))
    expect(tried).toEqual({ opened: false, notifications: 'denied', camera: 'denied' })
    for (const way of [
      'https://example.com/',
      'file:///etc/passwd',
      'app://pos/cashier/../../../../etc/passwd',
      'app://pos.evil/cashier/index.html',
      'javascript:document.body.remove()',
      'mailto:a@example.com?body=secret',
    ]) {
      await page.evaluate((address) => {
        try {
          window.location.href = address
        } catch {
          // an address that the page may not even name
        }
      }, way)
      const still = await page.evaluate(() => [
        window.location.href,
        document.querySelector('[data-testid=search]') !== null,
      ])
      expect(still, way).toEqual([before, true])
    }
    await comesBackFrom(page, () => window.location.assign('about:blank'))
    // Not toBeFocused: another worker's window may have the focus of the display.
    await expect
      .poll(() => search(page).evaluate((element) => element === element.ownerDocument.activeElement))
      .toBe(true)
    await expect(page.getByTestId('again-banner')).toBeVisible()
  },
)

test.describe('in a process of its own', () => {
  test.use({ ownElectron: true }) // the pages of a shared one hang together

  test(
    'the page cannot keep its window open, also when it hangs',
    inElectron('a window of the product'),
    async ({ till }) => {
      await till.page.evaluate(() => {
        window.addEventListener('beforeunload', (event) => event.preventDefault())
        setTimeout(() => {
          for (;;);
        })
      })
      await till.restart() // a person closes the window
      await expect(search(till.page)).toBeFocused()
    },
  )
})

test(
  'the page opens no box and no print dialog, and does not move its window',
  inElectron('what the program allows its page'),
  async ({ page }) => {
    const boxes: string[] = []
    page.on('dialog', (box) => {
      boxes.push(box.message())
      return box.dismiss()
    })
    await page.evaluate(() => void document.body.append(document.createElement('iframe')))
    // Each would wait until its box is closed.
    for (const frame of page.frames())
      await frame.evaluate(() => {
        window.alert('Agree?')
        window.confirm('Agree?')
        window.print()
      })
    expect(boxes).toEqual([])
    const moved = await page.evaluate(async () => {
      const bounds = () => [window.screenX, window.screenY, window.outerWidth, window.outerHeight].join()
      const before = bounds()
      window.moveTo(0, 0)
      window.resizeTo(300, 200)
      await window.pos.call('getView')
      return bounds() !== before
    })
    expect(moved).toBe(false)
  },
)

test(
  'a flood of costly calls ends with the page that sent it, and the next page sells',
  inElectron('the bridge of the product'),
  async ({ till }) => {
    await till.page.evaluate(async () => {
      const made = await window.pos.call('backUpNow')
      if (!made.ok) throw new Error(made.error.name)
      // Each copies the backup, and looks into it in a thread of its own.
      for (let times = 0; times < 2_000; times += 1)
        void window.pos.call('inspectBackup', { name: made.value.name })
    })
    await till.page.reload()
    await ringUp(till.page, 'талх')
    const { invoiceId } = await charge(till.page)
    await till.practice.pay({ invoice_id: invoiceId })
    await expect(till.page.getByTestId('paid')).toBeVisible()
  },
)
