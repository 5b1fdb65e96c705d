/**
 * `tugrik-pos --set-up FILE`: sets up this till from a sealed shop file, without a window (docs/installation.md). It takes the
 * till's lock, so it never works beside a running till.
 */
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { app } from 'electron'
import { type FailureName, TRANSPORT_FAILURES } from '../../shared/failure.ts'
import type { Language } from '../../shared/shop/settings.ts'
import { shopTime } from '../../shared/shop/shop-day.ts'
import { changesNothing, type SetUpReport } from '../../shared/shop/shop-file.ts'
import { TEXTS, type Texts } from '../../shared/texts/index.ts'
import { machineClock } from '../base/clock-and-log.ts'
import type { DataPlaces } from '../base/files/data-place.ts'
import { assertWritable } from '../base/files/private-files.ts'
import { redacted } from '../base/log/index.ts'
import { parsePracticeAddress } from '../payment-service/practice/index.ts'
import { openSealed, readFileText } from '../shop/files/index.ts'
import { refuseOlder } from '../till/commands/index.ts'
import { startFailure, startTerminal } from '../till/index.ts'
import { openDataFolder } from './open-data-folder.ts'
import { readCode } from './read-code.ts'
import type { SetUpArguments } from './set-up-arguments.ts'
import { systemVault } from './stores.ts'
import { systemNetwork } from './system-network.ts'

/** What a script finds in the exit code (docs/installation.md). */
const ENDS = { done: 0, refused: 1, partly: 2, running: 3, unreachable: 4 } as const

export function runSetUp(places: DataPlaces, asked: SetUpArguments): void {
  app.disableHardwareAcceleration()
  app.on('window-all-closed', () => {})
  if (asked.file === '') {
    process.stderr.write(`${inLanguages('setUp.shell.file')}\n`)
    app.exit(ENDS.refused)
    return
  }
  opened(places)
    .then((data) => (data === null ? ENDS.running : setUp(places, asked, data)))
    .catch((error: unknown) => refusal(error))
    .then((code) => app.exit(code))
}

/** Both, until the file tells the shop's language. */
let languages: readonly Language[] = ['mn', 'en']

const inLanguages = (key: keyof Texts): string => languages.map((one) => TEXTS[one][key]).join('\n')

type Data = ReturnType<typeof openDataFolder>

/** Null where the till is running. */
async function opened(places: DataPlaces): Promise<Data | null> {
  assertWritable(places.own)
  const data = app.requestSingleInstanceLock() ? openDataFolder(places) : null
  if (data === null) process.stderr.write(`${inLanguages('setUp.shell.running')}\n`)
  await app.whenReady()
  return data
}

async function setUp(places: DataPlaces, asked: SetUpArguments, { log, ...data }: Data): Promise<number> {
  const text = await readFileText(resolve(asked.file))
  const file = await openSealed(text, await readCode(asked.codeFile, inLanguages('setUp.shell.code')))
  const language = file.settings.language
  languages = [language]
  const terminal = await startTerminal({
    ...data,
    own: places.own,
    vault: systemVault(places.own),
    clock: machineClock,
    log,
    practice: parsePracticeAddress(process.env.TUGRIK_PRACTICE ?? ''),
    network: systemNetwork(log),
  })
  try {
    const { file: _file, codeFile: _code, ...wish } = asked
    const report = await terminal.setUp(file, { ...wish, computer: hostname() })
    process.stdout.write(reportText(report, asked.dryRun, TEXTS[language]))
    // A dry run ends as the run would: a script tells the two by the exit code alone.
    refuseOlder(report, asked)
    return ENDS.done
  } finally {
    await terminal.stop()
  }
}

/** Their details, two times and the computer's name, are no secrets, and redaction would remove the digits. */
const OWN_DETAILS: ReadonlySet<FailureName> = new Set<FailureName>([
  'SET_UP_OLDER',
  'SET_UP_TERMINAL_MISSING',
])

function refusal(error: unknown): number {
  const { name, detail } = startFailure(error)
  const about = [name, OWN_DETAILS.has(name) ? detail : redacted(detail ?? '')].filter(Boolean).join(': ')
  process.stderr.write(`${inLanguages(`failure.${name}`)}\n(${about})\n`)
  if (name === 'JOURNAL_LOCKED') return ENDS.running // under another user of the computer
  if (name === 'SET_UP_PARTLY') return ENDS.partly
  return TRANSPORT_FAILURES.some((one) => one === name) ? ENDS.unreachable : ENDS.refused
}

/** Each change a line: the field as in a shop file, and its values. */
function reportText(report: SetUpReport, isDryRun: boolean, texts: Texts): string {
  const { terminal, changes, password, goods, people, older } = report
  const head = changesNothing(report)
    ? texts['setUp.shell.same']
    : texts[isDryRun ? 'setUp.shell.would' : 'setUp.shell.done']
  const lines = [
    ...(older === null
      ? []
      : [
          texts['setUp.older']
            .replace('{{madeAt}}', shopTime(older.madeAt))
            .replace('{{changedAt}}', shopTime(older.changedAt)),
        ]),
    ...changes.map(({ field, from, to }) => `${field}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}`),
    ...(password ? [texts['setUp.shell.password']] : []),
    ...(goods === null ? [] : [`${texts['copies.part.goods']}: +${goods}`]),
    ...(people === 0 ? [] : [`${texts['copies.part.people']}: +${people}`]),
  ]
  return [head.replace('{{terminal}}', terminal), ...lines.map((line) => `  ${line}`), ''].join('\n')
}
