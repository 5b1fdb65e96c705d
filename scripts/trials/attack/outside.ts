/** Attacks of a program that starts the till with options, with an environment, or twice. */
import { chownSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, isRoot } from '../../run/setup/machine.ts'
import { openToOthers } from './inside.ts'
import { openListener } from './packets.ts'
import { listens, type Running, type Start, start, until } from './program.ts'
import { journalOf, type Report, START_MS, type Target } from './targets.ts'

const NOBODY = 65_534

export async function attackFromOutside(target: Target, report: Report): Promise<void> {
  const listener = await openListener()
  const port = await freePort()
  const code = join(target.root, 'code.cjs')
  const mark = join(target.root, 'the code ran')
  writeFileSync(code, `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`)
  const readsCode = `require(${JSON.stringify(code)})\n`
  const ran = () => (existsSync(mark) ? 'the code ran' : null)
  const journal = (data: string) => journalOf(join(target.root, data))

  const switches = [
    [`--remote-debugging-port=${port}`, '--remote-allow-origins=*'],
    [`--inspect=${port}`],
    [`--inspect-brk=${port}`],
    ['--js-flags=--expose-gc'],
    [`--load-extension=${target.root}`],
    [`--proxy-server=127.0.0.1:${listener.port}`],
    [`--host-rules=MAP * 127.0.0.1:${listener.port}`],
    [`--host-resolver-rules=MAP * 127.0.0.1:${listener.port}`],
    ['--disable-web-security'],
    [`--user-data-dir=${join(target.root, 'elsewhere')}`],
    ['--enable-logging', '--v=1'],
    ['-r', code],
    [code],
  ]
  for (const [at, given] of switches.entries())
    report(given.join(' '), await refuses(`switch-${at}`, { command: [...target.app, ...given] }))
  const pipe = { toPipe: '{"id":1,"method":"Browser.getVersion"}\0' }
  report(
    '--remote-debugging-pipe',
    await refuses('pipe', { command: [...target.app, '--remote-debugging-pipe'], ...pipe }),
  )
  report('--no-sandbox as an ordinary user', await refusesWithoutSandbox())
  report('an option opens a way to the listener', (await listener.heardBeforeKnocks())[0] ?? null)

  await withTill('as-node', { ELECTRON_RUN_AS_NODE: '1' }, async () => {})
  report('ELECTRON_RUN_AS_NODE=1 and a script', await runsAsNode())
  const options = { NODE_OPTIONS: `--inspect=${port} --require=${code}`, NODE_EXTRA_CA_CERTS: code }
  await withTill('options', options, async (till) => {
    report('NODE_OPTIONS=--inspect', (await listens(port)) ? 'a debugger listens' : null)
    report('NODE_OPTIONS=--require', ran())
    report('a second till on the same data', await secondTill(till))
  })
  report(
    'a file of an unchanged till is open to others under umask 000',
    openToOthers(join(target.root, 'options')),
  )

  /** Without the options of root, which Node does not know: it would read no script. */
  async function runsAsNode(): Promise<string | null> {
    const [program = ''] = target.app
    const env = { ...target.env('node'), ELECTRON_RUN_AS_NODE: '1' }
    const till = start({ command: [program], env, input: readsCode })
    await until(() => till.code() !== undefined || ran() !== null || existsSync(journal('node')), START_MS)
    await till.stop()
    return ran()
  }

  /** Null where the till ends by itself, with an error, before it has a journal or a debugger. */
  async function refuses(data: string, begin: Start): Promise<string | null> {
    const till = start({ ...begin, env: target.env(data) })
    let debugged = false
    const isOver = async () => {
      debugged ||= await listens(port)
      return till.code() !== undefined || existsSync(journal(data))
    }
    await until(isOver, START_MS)
    const ended = till.code() !== undefined
    await till.stop()
    if (existsSync(journal(data))) return 'it opened the journal'
    if (!ended) return 'it does not end'
    if (till.code() !== 1) return `it ends with ${till.code()}`
    if (debugged || till.fromPipe() !== '') return 'a debugger answered'
    return ran()
  }

  /** A box waits for a person, so the till need not end. */
  async function refusesWithoutSandbox(): Promise<string | null> {
    const data = join(target.root, 'no-sandbox')
    mkdirSync(data)
    const env = { ...target.env('no-sandbox'), HOME: data }
    const shown = join(data, 'display')
    if (isRoot()) {
      chownSync(data, NOBODY, NOBODY)
      if (process.env.XAUTHORITY) {
        copyFileSync(process.env.XAUTHORITY, shown)
        chownSync(shown, NOBODY, NOBODY)
        Object.assign(env, { XAUTHORITY: shown })
      }
    }
    const [program = ''] = target.app
    const till = start({ command: [program, '--no-sandbox'], env, ...(isRoot() ? { user: NOBODY } : {}) })
    await until(() => existsSync(journal('no-sandbox')), START_MS)
    const ended = till.code()
    await till.stop()
    if (ended !== undefined)
      return `it ends with ${ended} before it shows its message: ${till.said().slice(-200)}`
    return existsSync(journal('no-sandbox')) ? 'it opened the journal' : null
  }

  /** Starts a till that must open, and ends it. A program that reads code from its input gets some. */
  async function withTill(
    data: string,
    env: Readonly<Record<string, string>>,
    attack: (till: Running) => Promise<void>,
  ): Promise<void> {
    const till = start({ command: target.app, env: { ...target.env(data), ...env }, input: readsCode })
    try {
      const opened = await until(() => till.code() !== undefined || existsSync(journal(data)), START_MS)
      const names = Object.keys(env).join(' ')
      report(
        `a till opens in spite of ${names}`,
        opened && till.code() === undefined
          ? null
          : `it ended with ${till.code()}: ${till.said().slice(-300)}`,
      )
      await attack(till)
    } finally {
      await till.stop()
    }
  }

  async function secondTill(first: Running): Promise<string | null> {
    const second = start({ command: target.app, env: target.env('options') })
    const ended = await until(() => second.code() !== undefined, START_MS)
    await second.stop()
    if (first.code() !== undefined) return 'the first one ended'
    return ended ? null : 'it runs too'
  }
}
