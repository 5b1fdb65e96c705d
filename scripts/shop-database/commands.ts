/** What `npm run shop-database` does, and its exit code. */
import { randomBytes, X509Certificate } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import qrcode from 'qrcode'
import { z } from 'zod'
import { writeFileAtomically } from '../../main/base/files/atomic-file.ts'
import {
  addReader,
  addShop,
  certificateEndOf,
  connectAdmin,
  createDatabase,
  dump,
  fingerprintOf,
  hasOtherTables,
  isConnected,
  isOwned,
  isShopDatabase,
  type KeptTills,
  migrationOf,
  pairingLink,
  pairTill,
  prepareServer,
  refuseOtherFiles,
  restore,
  type ServerAddress,
  ShopDatabaseError,
  setBudget,
  statusOf,
  tillsOf,
  tillsOfDump,
  upgrade,
  upgradeRestored,
} from '../../main/many-tills/server/index.ts'
import type { QuarantinedRecord } from '../../shared/page/shop-link.ts'
import { MODES, type Mode } from '../../shared/shop/mode.ts'
import { SETTINGS } from '../../shared/shop/settings.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { printReconciliation } from './reconcile.ts'
import { printReport } from './report.ts'
import { ownServer } from './server.ts'

const options = {
  url: { type: 'string' },
  ca: { type: 'string' },
  keys: { type: 'string', default: 'shop-database-keys.json' },
  'new-key': { type: 'boolean', default: false },
  shop: { type: 'string', multiple: true },
  mode: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  restored: { type: 'boolean', default: false },
  tills: { type: 'string' },
  till: { type: 'string' },
  'take-over': { type: 'boolean', default: false },
  report: { type: 'string' },
  day: { type: 'string' },
  service: { type: 'string' },
  username: { type: 'string' },
  folder: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
} as const

type Print = (line: string) => void
type Values = ReturnType<typeof read>['values']
const read = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true })

/** Told to the person as one line. */
class Refused extends Error {}

export async function shopDatabase(args: readonly string[], print: Print): Promise<0 | 1 | 2> {
  try {
    const { values, positionals } = read(args)
    const [command = '', file] = positionals
    const work = COMMANDS[command]
    if (work === undefined) throw new Refused(`name a command: ${Object.keys(COMMANDS).join(', ')}`)
    return (await work(values, print, file)) === DIFFERS ? 1 : 0
  } catch (error) {
    if (error instanceof Refused || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) {
      print((error as Error).message)
      return 2
    }
    const cause = error instanceof ShopDatabaseError ? `${error.failure}: ` : ''
    print(`${cause}${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}

/** The result of a command that found something that a person should look at. */
const DIFFERS = 'differs'
type Work = (values: Values, print: Print, file: string | undefined) => Promise<unknown>

const COMMANDS: Readonly<Record<string, Work>> = {
  init: async (values, print) => {
    const { address, login } = server(values)
    const made =
      values.from === undefined ? { shop: oneShop(values), mode: modeOf(values.mode ?? 'live') } : null
    const kept = values.from === undefined ? [] : keptTills(values, await tillsOfDump(values.from))
    await withClient({ ...login, ...address, database: 'postgres' }, (root) =>
      createDatabase(root, address.database),
    )
    await withClient({ ...login, ...address }, async (admin) => {
      // Only its owner and the tills get into a shop database: the users of another program would be locked out.
      if (!(await isShopDatabase(admin)) && (await hasOtherTables(admin)))
        throw new Refused(
          `The database ${address.database} has tables of another program. Name a new one at the end of --url.`,
        )
      await refuseOtherFiles(admin)
      await prepareServer(admin)
      if (made !== null) {
        await upgrade(admin)
        const mode = await addShop(admin, made.shop, made.mode)
        if (values.mode !== undefined && values.mode !== mode)
          throw new Refused(`${made.shop} has --mode ${mode}, and stays so. Name another shop with --shop.`)
        await pepperOf(admin, values, made.shop)
      } else await restoreInto(admin, address, values.from ?? '', kept)
      print(`the database ${address.database} is ready`)
    })
  },
  upgrade: (values, print) =>
    asAdmin(values, async (admin) => {
      await prepareServer(admin)
      if (!(await isOwned(admin)))
        throw new Refused(
          'The tables belong to another role than tugrik_owner, so no till gets in: this server lacked the roles when the database was restored, or pg_restore was told --no-owner. The roles are there now. Drop the database and restore it again.',
        )
      const ran = values.restored
        ? await upgradeRestored(admin, keptTills(values, await tillsOf(admin)))
        : await upgrade(admin)
      print(ran.length === 0 ? 'nothing was missing' : `ran ${ran.join(', ')}`)
    }),
  pair: (values, print) => {
    const shop = oneShop(values)
    const code = values.till === undefined ? null : terminalOf(values.till)
    const reader = values.report === undefined ? null : readerOf(values.report)
    return asAdmin(values, async (admin, address, ca) => {
      if (reader !== null) {
        const { role, password } = await addReader(admin, reader, values.shop ?? [shop])
        print(`login     ${role}\npassword  ${password}`)
        return
      }
      if (ca === null) throw new Refused('name the certificate of the server’s authority with --ca')
      if (code !== null && !values['take-over'] && (await isConnected(admin, shop, code)))
        throw new Refused(
          `the till ${code} is connected, and this would end its login at once. If it is the right one, close it first, or add --take-over`,
        )
      const made = await pairTill(admin, {
        shop,
        code,
        authority: fingerprintOf(new X509Certificate(ca).raw),
        pepper: await pepperOf(admin, values, shop),
      })
      print(`server    ${address.host}:${address.port}/${address.database}`)
      print(`till      ${made.terminal}\ncode      ${made.text}   (ten minutes, once)`)
      print(await qrcode.toString(pairingLink(address, made.text), { type: 'terminal', small: true }))
    })
  },
  status: (values, print) =>
    asAdmin(values, async (admin, _address, ca) => {
      const { size, tills } = await statusOf(admin)
      const until = new Date(certificateEndOf(admin, ca)).toISOString().slice(0, 10)
      print(`migration ${await migrationOf(admin)}, ${size}, certificate of the server until ${until}`)
      for (const { apart, ...till } of tills) {
        print(statusLine(till))
        for (const record of apart) print(`    ${apartLine(record)}`)
      }
    }),
  budget: (values, print, asked) => {
    const perMinute = typed(z.string().regex(/^[1-9]\d{0,5}$/), asked, 'name the requests in a minute')
    const shop = oneShop(values)
    return asAdmin(values, async (admin) => {
      if (!(await setBudget(admin, shop, Number(perMinute)))) throw new Refused(`there is no shop ${shop}`)
      print(`the active tills of ${shop} share ${perMinute} requests in a minute`)
    })
  },
  dump: (values, print, file) => {
    if (file === undefined) throw new Refused('name the file of the dump')
    if (existsSync(file)) throw new Refused(`${file} exists`)
    return asAdmin(values, async (admin) => {
      await dump(admin, file)
      print(`everything is in ${file}`)
    })
  },
  report: (values, print) => {
    const days = { from: dayOf(values.from, '--from'), to: dayOf(values.to ?? values.from, '--to') }
    return asAdmin(values, async (reader) =>
      (await printReport(reader, { shops: values.shop ?? [], days }, print)) ? undefined : DIFFERS,
    )
  },
  reconcile: async (values, print) => {
    const asked = {
      shops: values.shop ?? [],
      day: dayOf(values.day, '--day'),
      service: needed(values.service, '--service'),
      username: needed(values.username, '--username'),
      password: needed(process.env.TUGRIK_MERCHANT_PASSWORD, 'TUGRIK_MERCHANT_PASSWORD'),
    }
    return asAdmin(values, async (reader) =>
      (await printReconciliation(reader, asked, print)) ? undefined : DIFFERS,
    )
  },
  trial,
}

async function restoreInto(
  admin: Client,
  { database }: ServerAddress,
  file: string,
  kept: KeptTills,
): Promise<void> {
  if ((await migrationOf(admin)) > 0)
    throw new Refused(
      `The database ${database} is in use, and a dump is restored into an empty one. Name a new database at the end of --url, such as …/${database}_restored.`,
    )
  await restore(admin, file, kept)
}

/** The tills that a person named with --tills. Without it the person is asked, with what the dump knows of each. */
function keptTills({ tills: typed }: Values, all: readonly Readonly<Record<string, unknown>>[]): KeptTills {
  const active = all.filter(({ state }) => state === 'active')
  if (typed === 'all' || active.length === 0) return 'all'
  if (typed === 'none') return []
  if (typed === undefined)
    throw new Refused(
      [
        'Name the tills that get in with the login of the dump: --tills K01,K02, or --tills all, or --tills none.',
        'Leave out a till that was retired, stolen or paired again since. “pair --till” lets one in later.',
        ...active.map(
          ({ shop, code, heard }) =>
            `  ${shop}/${code}  last contact ${heard instanceof Date ? heard.toISOString() : (heard ?? 'never')}`,
        ),
      ].join('\n'),
    )
  return typed.split(',').map((name) => {
    const found = active.filter(({ shop, code }) => name === code || name === `${shop}/${code}`)
    if (found.length !== 1)
      throw new Refused(`${found.length === 0 ? 'no' : 'more than one'} active till of the dump is ${name}`)
    return `${found[0]?.shop}/${found[0]?.code}`
  })
}

/** The same at each start, because tills store it. */
const TRIAL_PORT = '54329'

/** Runs until it is stopped. The same folder starts again with everything in it. */
async function trial(values: Values, print: Print): Promise<void> {
  const folder = resolve(needed(values.folder, '--folder'))
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
  const names = [
    ...own.filter((name) => !name.startsWith('fe80')),
    ...(values.host === undefined ? [] : [values.host]),
  ]
  const open = values.host !== undefined
  const running = await ownServer({ folder, names, open, port: portOf(values.port ?? TRIAL_PORT) })
  const host = values.host ?? running.host
  const url = `postgres://postgres@${host}:${running.port}/shop`
  const ca = join(folder, 'data', 'ca.crt')
  const admin = { ...values, url, ca, password: running.password }
  try {
    await COMMANDS.init?.(
      { ...admin, shop: values.shop ?? ['Trial'], keys: join(folder, 'keys.json') } as Values,
      print,
      undefined,
    )
    print(`PostgreSQL ${running.version} runs. In another window:`)
    print(
      `PGPASSWORD=${running.password} npm run shop-database -- pair --url ${url} --ca ${ca} --keys ${join(folder, 'keys.json')} --shop "${values.shop?.[0] ?? 'Trial'}"`,
    )
    await new Promise<void>((stop) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop())
    })
  } finally {
    await running.stop()
  }
}

function statusLine({
  shop,
  mode,
  code,
  state,
  heard,
  status,
  quarantine,
  events,
}: Record<string, unknown>): string {
  if (code === null) return `${shop} (${mode}): no till yet`
  const { unsent = '?', version = '?' } = status as { unsent?: unknown; version?: unknown }
  const since = heard instanceof Date ? heard.toISOString() : 'never'
  return `${shop}  ${code}  ${state}  version ${version}  last contact ${since}  events ${events}  unsent ${unsent}  quarantine ${quarantine}`
}

/** As the page of all tills says it. */
function apartLine({ at, source, position, kind, number, why }: QuarantinedRecord): string {
  const record = [source, position, kind].filter((part) => part !== null).join(' ')
  const sale = number === null ? '' : ` of sale ${number}`
  return `${new Date(at).toISOString()}  ${record}${sale}: ${TEXTS.en[`tills.apart.why.${why}`]}`
}

function server(values: Values) {
  const typed = urlOf(needed(values.url, '--url'))
  const password = (values as { password?: string }).password ?? process.env.PGPASSWORD ?? typed.password
  const ca = values.ca === undefined ? null : readFileSync(values.ca, 'utf8')
  return { address: typed.address, login: { user: typed.user, password, ca } }
}

function urlOf(text: string) {
  try {
    const { protocol, hostname, port, pathname, username, password } = new URL(text)
    if (protocol === 'postgres:' || protocol === 'postgresql:')
      return {
        address: {
          host: hostname.replace(/^\[|\]$/g, ''),
          port: Number(port || 5432),
          database: decodeURIComponent(pathname.slice(1)) || 'shop',
        },
        user: decodeURIComponent(username),
        password: decodeURIComponent(password),
      }
  } catch {
    // A part of it is no address, or has a % that begins no escape.
  }
  throw new Refused('--url is postgres://USER@HOST:PORT/DATABASE')
}

async function asAdmin<Result>(
  values: Values,
  work: (admin: Client, address: ServerAddress, ca: string | null) => Promise<Result>,
): Promise<Result> {
  const { address, login } = server(values)
  return withClient({ ...login, ...address }, async (admin) => {
    if (!(await isShopDatabase(admin)))
      throw new Refused(
        `The database ${address.database} is no shop database. Look at its name at the end of --url; “init” makes a new one.`,
      )
    await refuseOtherFiles(admin)
    return work(admin, address, login.ca)
  })
}

async function withClient<Result>(
  connection: Parameters<typeof connectAdmin>[0],
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectAdmin(connection).catch((error: unknown) => {
    throw missingIn(connection, error) ?? error
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What the person forgot, where the connection failed for that reason. */
function missingIn({ password, ca }: Parameters<typeof connectAdmin>[0], error: unknown): Refused | null {
  const { message, code = '' } = error as { readonly message: string; readonly code?: string }
  if (password === '' && message.includes('client password'))
    return new Refused('the password of the server is missing: set PGPASSWORD')
  if (ca === null && /SELF_SIGNED|UNABLE_TO/.test(code))
    return new Refused(`${message}: name the certificate of the server’s authority with --ca`)
  return null
}

/**
 * The shop's pepper, created before its first till is paired. Throws if the file has none and the shop has tills: a till with
 * a new pepper could not read the PINs of the other tills.
 */
async function pepperOf(admin: Client, { keys, 'new-key': isNew }: Values, shop: string): Promise<Buffer> {
  // A new file would take the place of a link to a safer disk.
  const isLink = lstatSync(keys, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  const file = isLink ? realpathSync(keys) : keys
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
  if (known[shop] === undefined) {
    const tills: readonly Readonly<Record<string, unknown>>[] = (await statusOf(admin)).tills
    if (!isNew && tills.some((till) => till.shop === shop && till.code !== null))
      throw new Refused(
        `${file} has no key of ${shop}, but its tills have one. Name its file with --keys. If it is lost, --new-key makes another one: a till that joins with that and the others cannot read each other’s PINs.`,
      )
    known[shop] = randomBytes(32).toString('base64')
    writeFileAtomically(file, `${JSON.stringify(known, null, 2)}\n`)
  }
  return Buffer.from(known[shop], 'base64')
}

function needed(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new Refused(`${name} is missing`)
  return value
}

const oneShop = ({ shop }: Values): string => needed(shop?.[0], '--shop')

/** What a person typed, as the schema reads it. */
function typed<Value>(schema: z.ZodType<Value>, text: string | undefined, words: string): Value {
  const read = schema.safeParse(text)
  if (read.success) return read.data
  throw new Refused(words)
}

const dayOf = (text: string | undefined, name: string): string =>
  typed(z.iso.date(), needed(text, name), `${name} is a day: 2026-11-24`)

const modeOf = (text: string): Mode => typed(z.enum(MODES), text, `--mode is ${MODES.join(' or ')}`)

const terminalOf = (text: string): string =>
  typed(SETTINGS.terminalCode.schema, text, `--till is up to six letters and digits, not ${text}`)

const readerOf = (text: string): string =>
  typed(
    z.string().regex(/^[a-z0-9_]{1,40}$/),
    text,
    `--report is up to forty small Latin letters, digits and _, not ${text}`,
  )

const portOf = (text: string): number =>
  typed(z.coerce.number().int().min(1).max(65_535), text, `not a port: ${text}`)
