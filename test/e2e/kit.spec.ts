import { serveBuiltKit } from '../../scripts/kit/kit-server.ts'
import { THEMES } from '../../shared/theme.ts'
import { barriers } from '../support/barriers.ts'
import { expect, test } from '../support/hosts.ts'

test('no component of the kit has an accessibility violation in any theme', async ({ lentBrowser }, info) => {
  const kit = await serveBuiltKit()
  const page = await (await lentBrowser()).newPage()
  try {
    await page.goto(kit.address)
    for (const theme of THEMES) await expect(page.getByTestId(`theme-${theme}`)).toBeVisible()
    await page.screenshot({ path: info.outputPath('kit.png') })
    expect(await barriers(page)).toEqual([])
    const twoStep = page.getByTestId('two-step').first()
    await twoStep.click()
    await expect(twoStep).toHaveText('Дахин дарвал цуцална')
    expect(await barriers(page)).toEqual([])
  } finally {
    await page.context().close()
    await kit.close()
  }
})
