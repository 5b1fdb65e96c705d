import { z } from 'zod'
import { CASH_ROUNDINGS } from '../money/cash-rounding.ts'
import type { Wire } from '../wire.ts'
import { saleRules } from './age-and-bans.ts'
import { GUIDE_OVER, GUIDE_STEPS, type Guide } from './guide.ts'
import { accountNumbers, FIRST_ACCOUNTS } from './ledger-accounts.ts'
import { parseRegister } from './register-number.ts'
import { SAMPLE_SELLER } from './sample-seller.ts'
import { mayDo, PERMISSIONS, type Permission } from './staff.ts'
import { TEXT_SIZES, THEMES } from './theme.ts'
import { FIRST_WEIGHED_CODES, weighedCodes } from './weighed-codes.ts'

/** The settings hold no secret: the merchant's password is only in the vault. */
const trimmed = (most: number) => z.string().trim().max(most)

/** An address with nothing but protocol, host, port and path, and no slash at its end. */
const webAddress = (most: number, allows: (url: URL) => boolean) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => {
      if (!URL.canParse(text)) return false
      const url = new URL(text)
      return `${url.username}${url.password}${url.search}${url.hash}` === '' && allows(url)
    })
    .transform((text) => text.replace(/\/+$/, ''))

const emptyOr = <Schema extends z.ZodType>(schema: Schema) => z.union([z.string().trim().length(0), schema])

/** Address of the payment service: https, or http on this machine. */
export const serviceAddress = webAddress(
  300,
  ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)),
)

export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/** Whether the host is in the shop's own network. Raw print data must not leave it. */
const isShopHost = (host: string): boolean =>
  isLoopback(host) ||
  /^10(\.\d{1,3}){3}$/.test(host) ||
  /^192\.168(\.\d{1,3}){2}$/.test(host) ||
  /^172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}$/.test(host) ||
  /^169\.254(\.\d{1,3}){2}$/.test(host) ||
  /^[a-z][a-z0-9-]{0,62}(\.local)?$/i.test(host)

/** Name of a file in resources/printers/, which describes width, code page, cutter and drawer. */
const profile = z.string().regex(/^[a-z0-9-]{1,40}$/)

/**
 * Path of a printer's device file. Ordinary files are refused, because lottery numbers and QR data are written to it.
 */
const devicePath = z
  .string()
  .trim()
  .max(200)
  .regex(/^(\/dev\/(?!.*\.\.)[\w/.-]+|(\\\\\.\\)?(COM|LPT)\d{1,3})$/)

export const printerSettings = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** Test mode only: each print becomes a PNG and a file with the exact bytes, in the till's own folder. */
  z.strictObject({ kind: z.literal('folder'), folder: z.null() }),
  /** A receipt printer in the shop's network that takes raw ESC/POS on a TCP port, mostly 9100. */
  z.strictObject({
    kind: z.literal('network'),
    host: z.string().trim().max(253).refine(isShopHost),
    port: z.int().min(1).max(65535),
    profile,
  }),
  /** A printer at a USB or serial port. */
  z.strictObject({
    kind: z.literal('device'),
    path: devicePath,
    /** Only used for a serial port. */
    baud: z.union([z.literal(9600), z.literal(19200), z.literal(38400), z.literal(57600), z.literal(115200)]),
    profile,
  }),
  /**
   * A print queue of the system that gets the printer's own commands, past the driver's pages. The name of a shared
   * Windows printer begins with two backslashes. None has a comma or an exclamation mark: there Windows reads more
   * than a name.
   */
  z.strictObject({
    kind: z.literal('raw-queue'),
    queue: z
      .string()
      .trim()
      .regex(/^[^\p{Cc},!-][^\p{Cc},!]{0,219}$/u),
    profile,
  }),
  /** A print queue of the system. It gets an image of the page, not ESC/POS. */
  z.strictObject({
    kind: z.literal('system'),
    queue: z
      .string()
      .trim()
      .regex(/^[^\s/#?'"\\-][^\s/#?'"\\]{0,126}$/),
  }),
])

/** The address under which others reach this till; may be empty. */
const publicAddress = emptyOr(webAddress(200, ({ protocol }) => /^https?:$/.test(protocol)))

/**
 * The receiver of payment callbacks (docs/payment-service.md#callback). If it is off, invoices carry
 * `invoicing.callbackUrl`.
 */
const callbackSettings = z
  .strictObject({
    enabled: z.boolean(),
    /** Sent to the service instead of host and port, for a till behind a router or a proxy. */
    publicUrl: publicAddress,
    /** The machine's address to listen at. */
    host: z
      .string()
      .trim()
      .pipe(z.union([z.ipv4(), z.ipv6()])),
    port: z.int().min(1).max(65535),
  })
  .refine(({ enabled, host, publicUrl }) => !enabled || publicUrl !== '' || !isEveryAddress(host), {
    path: ['publicUrl'],
  })

/** 0.0.0.0 or ::. The till can listen at it, but the service cannot call it. */
const isEveryAddress = (host: string): boolean => /^[0:.]+$/.test(host)

export const DISPLAY_SETTINGS = ['second-screen', 'window', 'off'] as const

const shiftSettings = z.strictObject({
  /** Whether a sale needs an open shift. */
  selling: z.enum(['required', 'optional']),
  /** Blind: the expected cash is shown only after the count. */
  count: z.enum(['blind', 'open']),
  /** A difference above this amount needs a reason. Hundredths of a tugrik. */
  reasonAbove: z.int().min(0).max(1_000_000_000),
})

/** The shop's own lines on a receipt. A line fits narrow paper in small letters. */
const MOST_TEXT_LINES = 6
const LONGEST_TEXT_LINE = 64
const receiptText = z
  .string()
  .max(MOST_TEXT_LINES * (LONGEST_TEXT_LINE + 1))
  .transform((text) =>
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .join('\n')
      .trim(),
  )
  .refine((text) => !/[\p{Cc}\p{Cs}\p{Co}]/u.test(text.replaceAll('\n', '')))
  .refine((text) => {
    const lines = text.split('\n')
    return lines.length <= MOST_TEXT_LINES && lines.every(({ length }) => length <= LONGEST_TEXT_LINE)
  })

/** `header` is printed below the seller, `footer` at the end of a sale's receipt. May be empty. */
const receiptTexts = z.strictObject({ header: receiptText, footer: receiptText })

const onOrOff = z.enum(['on', 'off'])
/** At least one must be on. */
const tenderSettings = z
  .strictObject({
    cash: onOrOff,
    qr: onOrOff,
    /** At the bank's terminal. */
    card: onOrOff,
    /** A bank transfer that the cashier saw arrive. */
    transfer: onOrOff,
  })
  .refine((tenders) => Object.values(tenders).includes('on'), { path: ['qr'] })

/** The choices of `pollMs`. */
const POLL_PAUSES = [1_000, 1_500, 3_000, 5_000, 10_000] as const

const guideTexts = z
  .record(z.string().regex(/^[a-zA-Z]{1,30}(\.[a-zA-Z]{1,30})?$/), z.string().max(500))
  .refine((typed) => Object.keys(typed).length <= 40 && !('merchant.password' in typed))

const guide = z.strictObject({
  open: z.boolean(),
  step: z.enum(GUIDE_STEPS),
  typed: guideTexts,
  over: guideTexts,
}) satisfies z.ZodType<Guide>

export const COPY_HOURS = [1, 4, 12, 24] as const
/** Copies of the whole shop to another disk or a share. */
const copyPlan = z.strictObject({
  /** Full path; empty if there are no copies. */
  folder: z
    .string()
    .trim()
    .max(500)
    .regex(/^(|\/.*|[A-Za-z]:[\\/].*|\\\\[^\\]+\\.+)$/),
  everyHours: z.literal([...COPY_HOURS]),
  /** Number of copies to keep. */
  keep: z.int().min(2).max(365),
})

/**
 * Data retention in days (docs/operations.md#data-retention). The journal and the audit trail are kept for ever.
 */
const retentionDays = z.strictObject({
  /** Closed log files. */
  logs: z.int().min(7).max(3650),
  /** Prints of test mode, and the journal of test mode once the till is in live mode. */
  test: z.int().min(1).max(3650),
  /** Quarantined damaged files, once a person has seen what was rescued from them. */
  setAside: z.int().min(30).max(36500),
})

/** The folder of updates, on a web server. Empty: no updates. */
const updateAddress = emptyOr(webAddress(300, ({ protocol }) => protocol === 'https:'))

const updateSettings = z.strictObject({
  address: updateAddress,
  /** When a downloaded update is installed: by itself at the hour, or when the owner presses a button. */
  when: z.enum(['at-hour', 'by-hand']),
  /** Of the shop's day. */
  hour: z.int().min(0).max(23),
})

/** A `tax_type` of the ebarimt shape (docs/payment-service.md#create-an-invoice). */
const taxCode = trimmed(10).min(1)

export const taxCodes = z.strictObject({ vat: taxCode, 'zero-rated': taxCode, exempt: taxCode })

const taxSettings = z.strictObject({
  /** Whether the shop pays VAT. If not, no VAT is counted, whatever the tax kind of the goods. */
  vatPayer: z.boolean(),
  /** The contract does not list the codes, so they are settings (docs/decisions/tax-kinds.md). */
  codes: taxCodes,
})

/** For goods of a category without goods, for misc items, and for the empty cells of an import. */
const newGoods = z.strictObject({
  category: trimmed(120).min(1),
  unit: trimmed(20).min(1),
  /** Empty where the shop has not said: then a person types them for each product. */
  taxProductCode: z
    .string()
    .trim()
    .regex(/^\d{0,20}$/),
  classificationCode: z
    .string()
    .trim()
    .regex(/^(\d{7})?$/),
})
export type NewGoods = Wire<typeof newGoods>

const shopSettings = z.strictObject({
  /** Seller's name on the receipt. */
  name: trimmed(120).min(1),
  branch: trimmed(120),
  /** Taxpayer number (ТТД), 11 to 14 digits. */
  taxpayerNumber: z
    .string()
    .trim()
    .regex(/^\d{11,14}$/),
  /** The seller's register number: seven digits, or a citizen's. */
  register: z
    .string()
    .overwrite((text) => parseRegister(text)?.register ?? text)
    .regex(/^(\d{7}|[А-ЯӨҮЁ]{2}\d{8})$/),
  /** Two or four digits (docs/payment-service.md#district-codes); sent as `district_code`. */
  districtCode: z
    .string()
    .trim()
    .regex(/^(\d{2}|\d{4})$/),
})

const terminalCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{1,6}$/)

const merchantSettings = z.strictObject({
  baseUrl: serviceAddress,
  username: trimmed(200).min(1),
  invoiceCode: trimmed(45).min(1),
})

const trialInvoice = z.strictObject({
  baseUrl: serviceAddress,
  username: trimmed(200),
  /** Its `sender_invoice_no`. */
  number: trimmed(45),
})
export type TrialInvoice = Wire<typeof trialInvoice>

/** Groups of the settings form (renderer/cashier/rooms/settings/shop-form.tsx). */
type Group =
  | 'shop'
  | 'payment'
  | 'invoicing'
  | 'tax'
  | 'callback'
  | 'printers'
  | 'paper'
  | 'receiptTexts'
  | 'shifts'
  | 'people'
  | 'newGoods'
  | 'sounds'
  | 'numberPad'
  | 'computer'

/** How the form shows a field, where its schema does not tell. */
type Look = {
  readonly unit?: 'percent' | 'millimetres' | 'seconds' | 'money'
  /** Text of digits, a URL, several lines, or a district chosen by name. */
  readonly text?: 'digits' | 'address' | 'lines' | 'district'
  readonly choices?: readonly number[]
}

export type SettingFollower = 'printers' | 'callback' | 'copies'

type Uses = {
  /** The part of a shop file that contains the setting. Left out: no file contains it. */
  readonly file?: 'shop' | 'devices'
  /** Each till has its own, although a shop file contains it: it goes with a screen, a printer or a person's eyes. */
  readonly perTill?: true
  /** The group of the form that shows and saves the setting. Left out: it has a place of its own on the screen. */
  readonly form?: Group
  /** To change it. Left out: 'settings'; null: everybody. Those of 'merchant' are changed by its own commands. */
  readonly permission?: Permission | null
  /** May change while locked, so that a person can read the page before signing in. */
  readonly whileLocked?: true
  /** The part of the open shop that follows a change. Others read the setting when they need it. */
  readonly follows?: SettingFollower
  /** By field; '' is the setting itself. */
  readonly look?: Readonly<Record<string, Look>>
  /** An object that the form handles as one value. */
  readonly whole?: true
}
const setting = <Schema extends z.ZodType, const More extends Uses>(
  schema: Schema,
  first: z.output<Schema>,
  uses: More,
) => ({ schema, first, ...uses })

/** Everybody may change them, also while the till is locked. */
const ON_LOCK_SCREEN = { permission: null, whileLocked: true, file: 'shop', perTill: true } as const

/**
 * All settings: schema, first value and uses. Types, first settings, fields of shop files and what the form may
 * save are derived from this table. `followSettings` in main/till/session/session.ts applies a change to a running till.
 */
export const SETTINGS = {
  language: setting(z.enum(['mn', 'en']), 'mn', ON_LOCK_SCREEN),
  theme: setting(z.enum(['system', ...THEMES]), 'light', ON_LOCK_SCREEN),
  /** Text size of the page in percent. */
  textSize: setting(z.literal([...TEXT_SIZES]), 100, {
    ...ON_LOCK_SCREEN,
    look: { '': { unit: 'percent' } },
  }),
  shop: setting(shopSettings, SAMPLE_SELLER, {
    file: 'shop',
    form: 'shop',
    look: { taxpayerNumber: { text: 'digits' }, districtCode: { text: 'district' } },
  }),
  /** Unique among the shop's tills; part of every `sender_invoice_no`. */
  terminalCode: setting(terminalCode, 'K01', { form: 'shop' }),
  invoicing: setting(
    z.strictObject({
      /** Whether the merchant is registered for e-receipts. Invoices then have the ebarimt shape, with lines. */
      ereceipts: z.boolean(),
      /** The shape of invoices without e-receipts. */
      plainShape: z.enum(['simple', 'full']),
      /** Where the service sends its callbacks. They are no proof: the till checks by itself. */
      callbackUrl: z.url({ protocol: /^https?$/ }).max(300),
    }),
    { ereceipts: true, plainShape: 'full', callbackUrl: 'https://pos.invalid/callback' },
    { file: 'shop', form: 'invoicing', look: { callbackUrl: { text: 'address' } } },
  ),
  tax: setting(
    taxSettings,
    { vatPayer: true, codes: { vat: '1', 'zero-rated': '3', exempt: '2' } },
    { file: 'shop', form: 'tax' },
  ),
  /** City tax in percent, for the goods that bear it. */
  cityTaxPercent: setting(z.union([z.literal(1), z.literal(2)]), 2, {
    file: 'shop',
    form: 'tax',
    look: { '': { unit: 'percent' } },
  }),
  receiptTexts: setting(
    receiptTexts,
    { header: '', footer: '' },
    { file: 'shop', form: 'receiptTexts', look: { header: { text: 'lines' }, footer: { text: 'lines' } } },
  ),
  /** Whether the customer display shows a QR with the receipt as text after a sale (docs/decisions/customer-display.md). */
  phoneCopy: setting(z.boolean(), false, { file: 'shop', form: 'receiptTexts' }),
  paperWidth: setting(z.union([z.literal(58), z.literal(80)]), 80, {
    follows: 'printers',
    file: 'shop',
    perTill: true,
    form: 'paper',
    look: { '': { unit: 'millimetres' } },
  }),
  /** When the drawer opens by itself. */
  drawer: setting(
    z.strictObject({ opens: z.enum(['cash', 'never']) }),
    { opens: 'cash' },
    { file: 'shop', perTill: true, form: 'paper' },
  ),
  tenders: setting(
    tenderSettings,
    { cash: 'on', qr: 'on', card: 'off', transfer: 'off' },
    { file: 'shop', form: 'payment' },
  ),
  /** What is paid in cash is rounded to so many tugriks. */
  cashRounding: setting(z.enum(CASH_ROUNDINGS), 'none', { file: 'shop', form: 'payment' }),
  /** Sounds for a product added, a product not found and a payment. */
  sounds: setting(z.enum(['on', 'off']), 'on', { file: 'shop', perTill: true, form: 'sounds' }),
  /** Whether fields of numbers show a number pad: always, never, or where a finger touched the screen last. */
  numberPad: setting(z.enum(['touch', 'always', 'never']), 'touch', { file: 'devices', form: 'numberPad' }),
  /** Whether the till covers the whole screen, with no way to other programs. A person who may change settings ends it. */
  kiosk: setting(z.enum(['on', 'off']), 'off', { file: 'devices', form: 'computer' }),
  /** Whether the till starts when somebody signs in to the computer. */
  autostart: setting(z.enum(['on', 'off']), 'off', { file: 'devices', form: 'computer' }),
  /** Where the customer display is shown: on a second screen if there is one, in a window, or nowhere. */
  display: setting(z.enum(DISPLAY_SETTINGS), 'second-screen', { file: 'shop', perTill: true }),
  shifts: setting(
    shiftSettings,
    { selling: 'optional', count: 'blind', reasonAbove: 100_000 },
    { file: 'shop', form: 'shifts', look: { reasonAbove: { unit: 'money' } } },
  ),
  /** The largest discount that a cashier may give without an approval, in percent. */
  discountLimitPercent: setting(z.int().min(0).max(100), 10, { file: 'shop', form: 'people' }),
  /** A misc item (a line) that a cashier may sell without an approval costs at most this; 0: none. Whole tugriks, in hundredths. */
  miscLimit: setting(z.int().min(0).max(1_000_000_000).multipleOf(100), 0, {
    file: 'shop',
    form: 'people',
    look: { '': { unit: 'money' } },
  }),
  /** The till locks after this time without use. */
  lockMinutes: setting(z.int().min(1).max(480), 10, { file: 'shop', form: 'people' }),
  newGoods: setting(
    newGoods,
    { category: 'Бусад', unit: 'ш', taxProductCode: '', classificationCode: '' },
    {
      file: 'shop',
      form: 'newGoods',
      look: { taxProductCode: { text: 'digits' }, classificationCode: { text: 'digits' } },
    },
  ),
  /** Ages and bans by category. */
  saleRules: setting(saleRules, [], { file: 'shop', whole: true }),
  /** The layout of the labels of the shop's scales. */
  weighedCodes: setting(weighedCodes, FIRST_WEIGHED_CODES, {
    permission: 'goods',
    file: 'shop',
    whole: true,
  }),
  /**
   * How often a new QR is checked, in ms. All tills of the merchant share one rate limit, so shops with many tills
   * should check less often.
   */
  pollMs: setting(z.int().min(1_000).max(10_000), 1_500, {
    file: 'shop',
    form: 'payment',
    look: { '': { unit: 'seconds', choices: POLL_PAUSES } },
  }),
  /** How many hours a cancelled or paid invoice is monitored for late payments (docs/laws.md#law-4). */
  monitorHours: setting(z.int().min(1).max(168), 24, { file: 'shop', form: 'payment' }),
  retention: setting(
    retentionDays,
    { logs: 90, test: 30, setAside: 365 },
    { permission: 'shop-data', file: 'shop' },
  ),
  updates: setting(
    updateSettings,
    { address: '', when: 'at-hour', hour: 7 },
    { permission: 'updates', file: 'shop', look: { address: { text: 'address' } } },
  ),
  /** The numbers of the accounts in the accounting export. */
  accounts: setting(accountNumbers, FIRST_ACCOUNTS, { file: 'shop' }),
  printer: setting(
    printerSettings,
    { kind: 'folder', folder: null },
    { follows: 'printers', file: 'devices', form: 'printers' },
  ),
  /** Takes prints of the main printer if a person says so. */
  sparePrinter: setting(
    printerSettings,
    { kind: 'none' },
    { follows: 'printers', file: 'devices', form: 'printers' },
  ),
  copies: setting(
    copyPlan,
    { folder: '', everyHours: 4, keep: 30 },
    { permission: 'shop-data', follows: 'copies', file: 'devices' },
  ),
  callback: setting(
    callbackSettings,
    { enabled: false, publicUrl: '', host: '127.0.0.1', port: 8787 },
    { follows: 'callback', form: 'callback', look: { publicUrl: { text: 'address' } } },
  ),
  /** Pre-fills the merchant form: the merchant of a shop file, or the one who was left. The password must be typed. */
  merchantHint: setting(
    z.strictObject({ baseUrl: serviceAddress, username: trimmed(200), invoiceCode: trimmed(45) }).nullable(),
    null,
    { permission: 'merchant' },
  ),
  /**
   * Invoices with which an invoice code was tried, and that are not known to be cancelled yet. Only the till writes them.
   */
  trialInvoices: setting(z.array(trialInvoice), [], { permission: 'merchant' }),
  /** The main printer as it was when a test page came out. Only the till writes it. */
  testedPrinter: setting(printerSettings.nullable(), null, { permission: 'merchant' }),
  /** State of the first-run guide. A stored state that cannot be read counts as completed. */
  guide: setting(guide, GUIDE_OVER, { permission: null }),
  /**
   * In test mode, where its shop database gave the till a code: the one under which live mode sells without a shop database.
   * Null in live mode, and where both modes have one code.
   */
  liveTerminalCode: setting(terminalCode.nullable(), null, { permission: 'merchant' }),
  /** Null in test mode. */
  merchant: setting(merchantSettings.nullable(), null, { permission: 'merchant' }),
}

type Table = typeof SETTINGS
type Key = keyof Table
type KeysWith<More extends Uses> = { [Name in Key]: Table[Name] extends More ? Name : never }[Key]

export type Settings = { readonly [Name in Key]: Wire<Table[Name]['schema']> }
type SavedKey = Exclude<Key, KeysWith<{ readonly permission: 'merchant' }>>
export type SavedSettings = Partial<Pick<Settings, SavedKey>>
/** What a person saves. Settings that are left out do not change, nor do fields of a setting that are left out. */
export type ChangedSettings = FieldsOf<Pick<Settings, SavedKey>>
type FieldsOf<Value> = Value extends readonly unknown[] | string | number | boolean | null
  ? Value
  : { readonly [Name in keyof Value]?: FieldsOf<Value[Name]> }

const ENTRIES = Object.entries(SETTINGS) as readonly (readonly [
  Key,
  Uses & { schema: z.ZodType; first: unknown },
])[]
const keysWith = (fits: (uses: Uses) => boolean): readonly Key[] =>
  ENTRIES.filter(([, uses]) => fits(uses)).map(([key]) => key)

/** A field of a setting ("shop.name"), or a setting without fields. */
export type SettingField = Look & {
  readonly path: string
  readonly key: Key
  readonly schema: z.ZodType
  readonly form: Group | undefined
}

const fieldsOf = (key: Key, path: string, schema: z.ZodType, uses: Uses): readonly SettingField[] =>
  schema instanceof z.ZodObject && !uses.whole
    ? Object.entries(schema.shape).flatMap(([part, inner]) =>
        fieldsOf(key, `${path}.${part}`, inner as z.ZodType, uses),
      )
    : [{ path, key, schema, form: uses.form, ...uses.look?.[path.slice(key.length + 1)] }]

export const SETTING_FIELDS: readonly SettingField[] = ENTRIES.flatMap(([key, uses]) =>
  fieldsOf(key, key, uses.schema, uses),
)

/** The settings of a shop file that belong to the shop, and those for the devices of one machine. */
export const SHOP_KEYS = keysWith(({ file }) => file === 'shop') as readonly KeysWith<{
  readonly file: 'shop'
}>[]
export const DEVICE_KEYS = keysWith(({ file }) => file === 'devices') as readonly KeysWith<{
  readonly file: 'devices'
}>[]

/** The settings that the tills of a shop share through the shop database. */
export const SHARED_KEYS = keysWith(
  ({ file, perTill }) => file === 'shop' && !perTill,
) as readonly (typeof SHOP_KEYS)[number][]

const shapeOf = (keys: readonly Key[], schemaOf: (uses: (typeof ENTRIES)[number][1]) => z.ZodType) =>
  Object.fromEntries(
    ENTRIES.filter(([key]) => keys.includes(key)).map(([key, uses]) => [key, schemaOf(uses)]),
  )

export const settingsSchema: z.ZodType<Settings> = z.strictObject(
  shapeOf(
    keysWith(() => true),
    ({ schema }) => schema,
  ) as { [Name in Key]: z.ZodType<Settings[Name]> },
)

export const savedSettings: z.ZodType<SavedSettings> = z.strictObject(
  shapeOf(
    keysWith(({ permission }) => permission !== 'merchant'),
    ({ schema }) => schema.exactOptional(),
  ) as { [Name in SavedKey]: z.ZodExactOptional<z.ZodType<Settings[Name]>> },
)

/** The changed settings whole: fields that are left out are as they are now. */
export const wholeSettings = (changed: object, now: Settings): object =>
  mapped(changed, (key, value) => whole(SETTINGS[key as Key]?.schema, value, now[key as Key]))

const whole = (schema: unknown, changed: unknown, now: unknown): unknown =>
  schema instanceof z.ZodObject && isObject(changed) && isObject(now)
    ? { ...now, ...mapped(changed, (name, value) => whole(schema.shape[name], value, now[name])) }
    : changed

const mapped = (fields: object, to: (name: string, value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, to(name, value)]))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The permission to change all of these settings; null for everybody. */
export function permissionToChange(changed: object): Permission | null {
  const needed = ENTRIES.flatMap(([key, { permission = 'settings' }]) =>
    key in changed ? (permission ?? []) : [],
  )
  return needed.find((one) => needed.every((other) => mayDo(PERMISSIONS[one], other))) ?? null
}

export const followersOf = (changed: readonly string[]): ReadonlySet<SettingFollower> =>
  new Set(ENTRIES.flatMap(([key, { follows }]) => (changed.includes(key) ? (follows ?? []) : [])))

export const LOCK_SCREEN_KEYS: readonly Key[] = keysWith(({ whileLocked }) => whileLocked === true)

/** The settings of a new shop, in test mode. A new till also starts with the guide open (main/shop/settings/store.ts). */
export const FIRST_SETTINGS = Object.fromEntries(ENTRIES.map(([key, { first }]) => [key, first])) as Settings

export type ShopSettings = Settings['shop']

/** The seller in a sale or a Z. Live mode leaves the sample's data blank (own-seller.ts). */
export const sellerSchema: z.ZodType<ShopSettings> = z.object({
  name: z.string(),
  branch: z.string(),
  taxpayerNumber: z.string(),
  register: z.string(),
  districtCode: z.string(),
})

export type TenderSettings = Settings['tenders']
export type ReceiptTexts = Settings['receiptTexts']
export type CopyPlan = Settings['copies']
export type RetentionDays = Settings['retention']
export type DisplaySetting = Settings['display']
export type CallbackSettings = Settings['callback']
export type PrinterSettings = Settings['printer']
export type Language = Settings['language']
export type PaperWidth = Settings['paperWidth']
