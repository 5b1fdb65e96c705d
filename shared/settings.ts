import { z } from 'zod'
import { GUIDE_OVER, guideSchema } from './guide.ts'
import { accountNumbers, FIRST_ACCOUNTS } from './ledger-accounts.ts'
import type { TaxRates } from './tax.ts'
import { TEXT_SIZES, THEMES } from './theme.ts'
import { FIRST_WEIGHED_CODES, weighedCodes } from './weighed-codes.ts'
import type { Wire } from './wire.ts'

/** Plain settings: nothing secret. The merchant's password lies in the vault alone. */
const trimmed = (most: number) => z.string().trim().max(most)

/** Where the payment service is: https, or http on this very machine. */
export const serviceAddress = z
  .string()
  .trim()
  .max(300)
  .refine((text) => {
    if (!URL.canParse(text)) return false
    const { protocol, hostname, username, password, search, hash } = new URL(text)
    if (username || password || search || hash) return false
    return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  })
  .transform((text) => text.replace(/\/+$/, ''))

export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/** A host that only the shop's own network answers for: a raw print must never leave it. */
const isShopHost = (host: string): boolean =>
  isLoopback(host) ||
  /^10(\.\d{1,3}){3}$/.test(host) ||
  /^192\.168(\.\d{1,3}){2}$/.test(host) ||
  /^172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}$/.test(host) ||
  /^169\.254(\.\d{1,3}){2}$/.test(host) ||
  /^[a-z][a-z0-9-]{0,62}(\.local)?$/i.test(host)

/** Which of resources/printers/ it is: its width, its code page, its knife, its drawer. */
const profile = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/)
  .default('escpos')

/** A printer's device file. Never a plain file's name: what is written there is lottery and QR. */
const devicePath = z
  .string()
  .trim()
  .max(200)
  .regex(/^(\/dev\/(?!.*\.\.)[\w/.-]+|(\\\\\.\\)?(COM|LPT)\d{1,3})$/)

export const printerSettings = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** Practice mode only: every print becomes a PNG and the exact bytes in the terminal's own folder. */
  z.strictObject({ kind: z.literal('folder'), folder: z.null() }),
  /** A receipt printer in the shop's network that takes raw ESC/POS on a TCP port, 9100 as a rule. */
  z.strictObject({
    kind: z.literal('network'),
    host: z.string().trim().max(253).refine(isShopHost),
    port: z.int().min(1).max(65535),
    profile,
  }),
  /** At a USB or serial port, as the file that the system shows it as. */
  z.strictObject({
    kind: z.literal('device'),
    path: devicePath,
    /** Of a serial port; another takes no notice. */
    baud: z.union([z.literal(9600), z.literal(19200), z.literal(38400), z.literal(57600), z.literal(115200)]),
    profile,
  }),
  /** Of the system, by the name of its queue. It takes a picture of the page, not ESC/POS. */
  z.strictObject({
    kind: z.literal('system'),
    queue: z
      .string()
      .trim()
      .regex(/^[^\s/#?'"\\-][^\s/#?'"\\]{0,126}$/),
  }),
])

/** A base that others reach us at: what comes after it is ours. Empty is none. */
const publicAddress = z
  .string()
  .trim()
  .max(200)
  .refine((text) => {
    if (text === '') return true
    if (!URL.canParse(text)) return false
    const { protocol, username, password, search, hash } = new URL(text)
    return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ''
  })
  .transform((text) => text.replace(/\/+$/, ''))

/** The receiver of the payment callback (docs/payment-service.md#callback). Off, the service is told `invoicing.callbackUrl`. */
export const callbackSettings = z
  .strictObject({
    enabled: z.boolean(),
    /** Address of this machine to listen at. */
    host: z
      .string()
      .trim()
      .pipe(z.union([z.ipv4(), z.ipv6()])),
    port: z.int().min(1).max(65535),
    /** What the service is told instead, where it comes in by a router or a proxy. */
    publicUrl: publicAddress,
  })
  .refine(({ enabled, host, publicUrl }) => !enabled || publicUrl !== '' || !isEveryAddress(host), {
    path: ['publicUrl'],
  })

/** Good for listening; nobody can be told to call there. */
const isEveryAddress = (host: string): boolean => /^[0:.]+$/.test(host)

/**
 * Where the customer display is: on a second screen as soon as there is one, in a plain window for a test or a laptop, or
 * nowhere.
 */
export const DISPLAY_SETTINGS = ['second-screen', 'window', 'off'] as const
export const displaySetting = z.enum(DISPLAY_SETTINGS)
export type DisplaySetting = z.infer<typeof displaySetting>

const FIRST_DISPLAY: DisplaySetting = 'second-screen'

const DEFAULT_WATCH_HOURS = 24

/** How the drawer's day is kept. */
export const shiftSettings = z.strictObject({
  /** Whether money is taken without a shift. */
  selling: z.enum(['required', 'optional']),
  /** Blind: what must be in the drawer is shown only once it was counted. */
  count: z.enum(['blind', 'open']),
  /** A difference above it needs a reason. Hundredths. */
  reasonAbove: z.int().min(0).max(1_000_000_000),
})
export type ShiftSettings = z.infer<typeof shiftSettings>

const FIRST_SHIFTS: ShiftSettings = { selling: 'optional', count: 'blind', reasonAbove: 100_000 }

/** Lines of the shop's own on a receipt: each as wide as narrow paper holds in small letters, and few enough to read. */
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

/** What a sale's receipt says besides: below the seller, and at its end. Empty is nothing. */
const receiptTexts = z.strictObject({ header: receiptText, footer: receiptText })
export type ReceiptTexts = z.infer<typeof receiptTexts>

const FIRST_TEXTS: ReceiptTexts = { header: '', footer: '' }

/** What the shop takes. One of them is always on: a till that takes nothing sells nothing. */
const onOrOff = z.enum(['on', 'off'])
const tenderSettings = z
  .strictObject({
    cash: onOrOff,
    qr: onOrOff,
    /** At the bank's own terminal. Came later, as the next. */
    card: onOrOff.default('off'),
    /** A bank transfer that the cashier saw arrive. */
    transfer: onOrOff.default('off'),
  })
  .refine((tenders) => Object.values(tenders).includes('on'), { path: ['qr'] })
export type TenderSettings = z.infer<typeof tenderSettings>

const FIRST_TENDERS: TenderSettings = { cash: 'on', qr: 'on', card: 'off', transfer: 'off' }

/**
 * How often a fresh QR is looked at, ms. The service's rate is the merchant's, shared by all its terminals: many of them look
 * more rarely. Never so often that the service is flooded, nor so rarely that a payer waits who has paid.
 */
export const POLL_PAUSES = [1_000, 1_500, 3_000, 5_000, 10_000] as const
export const FIRST_POLL_MS = 1_500
const pollMs = z.int().min(1_000).max(10_000)

/** Copies of the whole shop to a folder of its own choice: a stick, a share. */
export const COPY_HOURS = [1, 4, 12, 24] as const
export const copyPlan = z.strictObject({
  /** The full path; empty is none. */
  folder: z
    .string()
    .trim()
    .max(500)
    .regex(/^(|\/.*|[A-Za-z]:[\\/].*|\\\\[^\\]+\\.+)$/),
  everyHours: z.literal([...COPY_HOURS]),
  /** How many of them stay there. */
  keep: z.int().min(2).max(365),
})
export type CopyPlan = z.infer<typeof copyPlan>

const FIRST_COPIES: CopyPlan = { folder: '', everyHours: 4, keep: 30 }

/** Days that what is no book is kept (docs/operations.md, "How long what is kept"). The journal and its trail: for ever. */
export const retentionDays = z.strictObject({
  /** Logs that the terminal does not write to any more. */
  logs: z.int().min(7).max(3650),
  /** Practice papers, and the practice of a terminal that has left it. */
  practice: z.int().min(1).max(3650),
  /** Files that were damaged and set aside, once a person has seen what was saved out of them. */
  setAside: z.int().min(30).max(36500),
})
export type RetentionDays = z.infer<typeof retentionDays>

const FIRST_RETENTION: RetentionDays = { logs: 90, practice: 30, setAside: 365 }

/** A `tax_type` of the ebarimt shape (docs/payment-service.md#create-an-invoice). */
const taxCode = trimmed(10).min(1)

export const taxCodes = z.strictObject({ vat: taxCode, 'zero-rated': taxCode, exempt: taxCode })

export const taxSettings = z.strictObject({
  /** Whether the shop withholds VAT. Where it does not, no VAT is counted, whatever the kind of its goods. */
  vatPayer: z.boolean(),
  /** The interface lists no codes, so that they are settings (docs/decisions/tax-kinds.md). */
  codes: taxCodes,
})
export type TaxSettings = z.infer<typeof taxSettings>

const FIRST_TAX: TaxSettings = { vatPayer: true, codes: { vat: '1', 'zero-rated': '3', exempt: '2' } }

const FIRST_CALLBACK = { enabled: false, host: '127.0.0.1', port: 8787, publicUrl: '' }

export const shopSettings = z.strictObject({
  /** Seller's name on the receipt. */
  name: trimmed(120).min(1),
  /** ТТД, 11 to 14 digits. */
  taxpayerNumber: z
    .string()
    .trim()
    .regex(/^\d{11,14}$/),
  /** Register number of the seller: seven digits, or a citizen's. */
  register: z
    .string()
    .trim()
    .regex(/^(\d{7}|[А-ЯӨҮЁ]{2}\d{8})$/),
  branch: trimmed(120),
  /** Two or four digits (docs/payment-service.md#district-codes); goes out as `district_code`. */
  districtCode: z
    .string()
    .trim()
    .regex(/^(\d{2}|\d{4})$/),
})

export const settingsSchema = z.strictObject({
  language: z.enum(['mn', 'en']),
  /** How the page looks, and how large its words are, in percent. Came later. */
  theme: z.enum(['system', ...THEMES]).default('light'),
  textSize: z.literal([...TEXT_SIZES]).default(100),
  /** Unique among the shop's terminals; part of every `sender_invoice_no`. */
  terminalCode: z
    .string()
    .trim()
    .regex(/^[A-Z0-9]{1,6}$/),
  shop: shopSettings,
  invoicing: z.strictObject({
    /** Whether the merchant is registered for e-receipts: invoices then take the ebarimt shape, with lines. */
    ereceipts: z.boolean(),
    /** The shape where it is not registered. */
    plainShape: z.enum(['simple', 'full']),
    /** Where the service posts its callback. A callback is never proof: the terminal checks by itself. */
    callbackUrl: z.url({ protocol: /^https?$/ }).max(300),
  }),
  /** Came later. */
  tax: taxSettings.default(FIRST_TAX),
  /** City tax in percent, for goods it falls on. */
  cityTaxPercent: z.union([z.literal(1), z.literal(2)]),
  paperWidth: z.union([z.literal(58), z.literal(80)]),
  printer: printerSettings,
  /** Takes over what the other cannot print, when a person says so. */
  sparePrinter: printerSettings.default({ kind: 'none' }),
  /** When the drawer opens by itself. */
  drawer: z.strictObject({ opens: z.enum(['cash', 'never']) }).default({ opens: 'cash' }),
  /** Whether the till is heard: added, not found, paid. */
  sounds: z.enum(['on', 'off']).default('on'),
  /** Came later: settings from before have none. */
  callback: callbackSettings.default(FIRST_CALLBACK),
  /** How long an invoice that was cancelled or paid is looked at again, for late money (law 4). Came later. */
  watchHours: z.int().min(1).max(168).default(DEFAULT_WATCH_HOURS),
  /** Came later. */
  display: displaySetting.default(FIRST_DISPLAY),
  /** Came later. */
  shifts: shiftSettings.default(FIRST_SHIFTS),
  /** What the labels of the shop's scales say. Came later. */
  weighedCodes: weighedCodes.default(FIRST_WEIGHED_CODES),
  /** The most that a cashier takes off without a manager, in percent. Came later. */
  discountLimitPercent: z.int().min(0).max(100).default(10),
  /** So long with nothing done locks the till. Came later. */
  lockMinutes: z.int().min(1).max(480).default(10),
  /** Came later. */
  receiptTexts: receiptTexts.default(FIRST_TEXTS),
  /** Came later. */
  tenders: tenderSettings.default(FIRST_TENDERS),
  /** Came later. */
  pollMs: pollMs.default(FIRST_POLL_MS),
  /** Came later. */
  copies: copyPlan.default(FIRST_COPIES),
  /** Came later. */
  retention: retentionDays.default(FIRST_RETENTION),
  /** What the accountant calls the accounts of the books. Came later. */
  accounts: accountNumbers.default(FIRST_ACCOUNTS),
  /** Of a settings file that was brought in: what the merchant's form begins with. The password is typed. Came later. */
  merchantHint: z
    .strictObject({ baseUrl: serviceAddress, username: trimmed(200), invoiceCode: trimmed(45) })
    .nullable()
    .default(null),
  /** The first-run guide. Came later: a terminal from before has no need of it. */
  guide: guideSchema.default(GUIDE_OVER),
  /** Null is practice mode. */
  merchant: z
    .strictObject({
      baseUrl: serviceAddress,
      username: trimmed(200).min(1),
      invoiceCode: trimmed(45).min(1),
    })
    .nullable(),
})

export type Settings = Wire<typeof settingsSchema>
export type ShopSettings = Settings['shop']

/** The seller as an older sale or Z has it: with the fields that the settings of that version had. */
export const sellerSchema = z.custom<ShopSettings>((seller) => sellerOfThen.safeParse(seller).success)
const sellerOfThen = z.looseObject({ name: z.string() })
export type CallbackSettings = Settings['callback']
export type PrinterSettings = Settings['printer']
export type Language = Settings['language']
export type PaperWidth = Settings['paperWidth']

/** A practice shop. A terminal that has never kept a setting begins with the guide besides (main/settings/store.ts). */
export const FIRST_SETTINGS: Settings = {
  language: 'mn',
  theme: 'light',
  textSize: 100,
  terminalCode: 'K01',
  shop: {
    name: 'Өглөө дэлгүүр',
    taxpayerNumber: '37900846788',
    register: '6234567',
    branch: 'БЗД, 6-р хороо',
    districtCode: '2406',
  },
  invoicing: {
    ereceipts: true,
    plainShape: 'full',
    callbackUrl: 'https://pos.invalid/callback',
  },
  tax: FIRST_TAX,
  cityTaxPercent: 2,
  paperWidth: 80,
  printer: { kind: 'folder', folder: null },
  sparePrinter: { kind: 'none' },
  drawer: { opens: 'cash' },
  sounds: 'on',
  callback: FIRST_CALLBACK,
  watchHours: DEFAULT_WATCH_HOURS,
  display: FIRST_DISPLAY,
  shifts: FIRST_SHIFTS,
  weighedCodes: FIRST_WEIGHED_CODES,
  discountLimitPercent: 10,
  lockMinutes: 10,
  receiptTexts: FIRST_TEXTS,
  tenders: FIRST_TENDERS,
  pollMs: FIRST_POLL_MS,
  copies: FIRST_COPIES,
  retention: FIRST_RETENTION,
  accounts: FIRST_ACCOUNTS,
  merchantHint: null,
  guide: GUIDE_OVER,
  merchant: null,
}

/** VAT in percent (VAT law, article 11). */
export const VAT_PERCENT = 10

export const taxRatesOf = ({ tax, cityTaxPercent }: Pick<Settings, 'tax' | 'cityTaxPercent'>): TaxRates => ({
  vatPayer: tax.vatPayer,
  vatPercent: VAT_PERCENT,
  cityTaxPercent,
})
