/**
 * From the start of the program to a till that takes a scan, with a year of sales and the goods of a large shop, beside
 * an empty window of the same Electron with the same switches. The two take turns.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startElectron } from '../../run/hosts/electron-program.ts'
import { terminalEnv } from '../../run/hosts/host.ts'
import { ensurePackaged } from '../../run/package/packaged-app.ts'
import { inProject } from '../../run/setup/project.mjs'
import { type DevTools, devToolsAt } from './dev-tools.ts'
import { type Figure, type Measure, spreadOf } from './figure.ts'
import { inGoodsFolder } from './goods.ts'
import { strokesOf } from './keys.ts'
import { inFolder } from './till-window.ts'
import { yearOfSales } from './year.ts'

const SALES = 100_000
const GOODS = [10_000, 100_000]
const ROUNDS = 7
/** The first start fills Chromium's caches. */
const WARM_UP = 1

export const measureColdStart: Measure = async ({ electron, sales }) => {
  const packaged = await ensurePackaged()
  const till: Program =
    'executable' in packaged
      ? { executable: packaged.executable, args: [] }
      : { executable: electron, args: [inProject('.')] }
  const figures: Figure[] = []
  for (const count of GOODS)
    figures.push({
      name: `a start to a till that takes a scan, with ${count.toLocaleString('en')} goods`,
      note: `From the start of the process until the line of a scan is painted, ${'executable' in packaged ? 'as packaged' : 'not packaged'}, with ${sales ?? SALES} sales. The empty window: until its static page is painted.`,
      unit: 'ms',
      ...(await starts(electron, till, { count, sales: sales ?? SALES })),
      reach: { at: 'p50', peer: 'an empty window', times: 1.6 },
    })
  return figures
}

type Size = { readonly count: number; readonly sales: number }

const starts = (
  electron: string,
  till: Program,
  { count, sales }: Size,
): Promise<Pick<Figure, 'ours' | 'against'>> =>
  inGoodsFolder(count, async ({ folder, goods }) => {
    cpSync(await yearOfSales(sales), join(folder, 'journal-test.sqlite'))
    return inFolder(async (own) => {
      const window = emptyWindow(electron, own)
      const env = terminalEnv({ executable: electron, dataFolder: folder, practice: null })
      const code = goods.codes[4321] ?? ''
      const ours: number[] = []
      const empty: number[] = []
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        const took = await timeOf({ ...till, env }, (page) => scanned(page, code))
        const least = await timeOf({ ...window, env: {} }, (page) => page.evaluate(STATIC_PAINTED))
        if (round < 0) continue
        ours.push(took)
        empty.push(least)
      }
      return { ours: spreadOf(ours), against: { 'an empty window': spreadOf(empty) } }
    })
  })

type Program = { readonly executable: string; readonly args: readonly string[] }

/** An Electron program that does nothing but open a window with a static page. */
function emptyWindow(executable: string, folder: string): Program {
  const app = join(folder, 'empty')
  mkdirSync(app)
  writeFileSync(
    join(app, 'package.json'),
    JSON.stringify({ name: 'empty', version: '1.0.0', main: 'main.js' }),
  )
  writeFileSync(join(app, 'page.html'), '<!doctype html><title>Empty</title><h1>Static</h1>')
  writeFileSync(
    join(app, 'main.js'),
    `const { app, BrowserWindow } = require('electron')
app.setPath('userData', ${JSON.stringify(join(folder, 'data'))})
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1366, height: 768, show: false })
  window.once('ready-to-show', () => {
    window.maximize()
    window.show()
  })
  window.loadFile(require('node:path').join(__dirname, 'page.html'))
})
`,
  )
  return { executable, args: [app] }
}

/** Milliseconds from the start of the process until `ready` resolves. Then ends the program as a person does. */
async function timeOf(
  { env, ...program }: Program & { readonly env: Readonly<Record<string, string>> },
  ready: (page: PageTools) => Promise<unknown>,
): Promise<number> {
  const begun = performance.now()
  const { port, child, exited, kill } = await startElectron({ ...program, env })
  try {
    const tools = await devToolsAt(port, '/json/version')
    const page = await firstPage(tools)
    await ready(page)
    const took = performance.now() - begun
    await page.evaluate(DISCARD)
    tools.close()
    child.kill('SIGTERM')
    await exited
    return took
  } catch (error) {
    await kill()
    throw error
  }
}

async function scanned(page: PageTools, code: string): Promise<void> {
  await page.evaluate(SEARCH_THERE)
  await page.press(code)
  await page.evaluate(LINE_PAINTED)
}

/** Follows the page of the first window from its first document on. */
async function firstPage(tools: DevTools) {
  let newDocument = (): void => {}
  const attached = new Promise<string>((resolve) => {
    tools.hear(({ method, params }) => {
      if (method === 'Runtime.executionContextCreated') newDocument()
      if (method !== 'Target.attachedToTarget') return
      const { sessionId, targetInfo } = params as { sessionId: string; targetInfo: { type: string } }
      if (targetInfo.type === 'page') resolve(sessionId)
    })
  })
  await tools.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true })
  const session = await attached
  await tools.send('Emulation.setFocusEmulationEnabled', { enabled: true }, session)
  await tools.send('Runtime.enable', {}, session)
  /** The value of an expression, also of one that waits, in the first page where it does not end early. */
  const evaluate = async (expression: string): Promise<unknown> => {
    for (;;) {
      const next = new Promise<void>((resolve) => {
        newDocument = resolve
      })
      try {
        const { exceptionDetails, result } = await tools.send(
          'Runtime.evaluate',
          { expression, awaitPromise: true },
          session,
        )
        if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
        return result
      } catch (error) {
        // The document went while the expression waited.
        if (!/context|navigat/i.test(String(error))) throw error
        await next
      }
    }
  }
  return {
    evaluate,
    press: (code: string) =>
      Promise.all(strokesOf(code).map((stroke) => tools.send('Input.dispatchKeyEvent', stroke, session))),
  }
}

type PageTools = Awaited<ReturnType<typeof firstPage>>

const UNTIL = `const until = (found) => new Promise((resolve) => {
    const look = () => { if (found()) { watching.disconnect(); resolve() } }
    const watching = new MutationObserver(look)
    watching.observe(document, { subtree: true, childList: true, attributes: true })
    look()
  })
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`
const within = (work: string): string => `(async () => { ${UNTIL}
  ${work} })()`
const SEARCH_THERE = within(`await until(() => document.querySelector('[data-testid=search]'))`)
const LINE_PAINTED = within(
  `await until(() => document.querySelector('[data-testid=cart-line]')); await painted()`,
)
const STATIC_PAINTED = within(`await until(() => document.querySelector('h1')); await painted()`)
/** So that the next start begins with an empty cart. */
const DISCARD = within(`if (!window.pos) return
  const { value } = await window.pos.call('getView')
  await window.pos.call('discardSale', { saleId: value.counter.sale.id })`)
