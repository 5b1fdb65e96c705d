import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { money, moneyAsText } from '../../../shared/money.ts'
import type { CallbackSettings, SavedSettings, Settings } from '../../../shared/settings.ts'
import { typedMoney } from '../../../shared/typed-money.ts'
import { type PrinterDraft, printerDraftOf, printerOf } from './printing/index.ts'

/** The settings as typed: text in every field, so that nothing typed is lost because it does not parse yet. */
export type Draft = {
  readonly terminalCode: string
  readonly 'shop.name': string
  readonly 'shop.taxpayerNumber': string
  readonly 'shop.register': string
  readonly 'shop.branch': string
  readonly 'shop.districtCode': string
  readonly 'invoicing.ereceipts': 'yes' | 'no'
  readonly 'invoicing.plainShape': Settings['invoicing']['plainShape']
  readonly 'invoicing.callbackUrl': string
  readonly 'tax.vatPayer': 'yes' | 'no'
  readonly 'tax.codes.vat': string
  readonly 'tax.codes.zero-rated': string
  readonly 'tax.codes.exempt': string
  readonly cityTaxPercent: '1' | '2'
  readonly paperWidth: '58' | '80'
  readonly printer: PrinterDraft
  readonly sparePrinter: PrinterDraft
  readonly 'drawer.opens': Settings['drawer']['opens']
  readonly sounds: Settings['sounds']
  readonly 'shifts.selling': Settings['shifts']['selling']
  readonly 'shifts.count': Settings['shifts']['count']
  readonly 'shifts.reasonAbove': string
  readonly discountLimitPercent: string
  readonly lockMinutes: string
  readonly 'receiptTexts.header': string
  readonly 'receiptTexts.footer': string
  readonly tenders: Settings['tenders']
  readonly pollMs: string
  readonly watchHours: string
  readonly 'callback.enabled': 'yes' | 'no'
  readonly 'callback.host': string
  readonly 'callback.port': string
  readonly 'callback.publicUrl': string
}

export type DraftField = keyof Draft

export const draftOf = ({ terminalCode, shop, invoicing, tax, callback, ...rest }: Settings): Draft => ({
  terminalCode,
  'shop.name': shop.name,
  'shop.taxpayerNumber': shop.taxpayerNumber,
  'shop.register': shop.register,
  'shop.branch': shop.branch,
  'shop.districtCode': shop.districtCode,
  'invoicing.ereceipts': invoicing.ereceipts ? 'yes' : 'no',
  'invoicing.plainShape': invoicing.plainShape,
  'invoicing.callbackUrl': invoicing.callbackUrl,
  'tax.vatPayer': tax.vatPayer ? 'yes' : 'no',
  'tax.codes.vat': tax.codes.vat,
  'tax.codes.zero-rated': tax.codes['zero-rated'],
  'tax.codes.exempt': tax.codes.exempt,
  cityTaxPercent: rest.cityTaxPercent === 1 ? '1' : '2',
  paperWidth: rest.paperWidth === 58 ? '58' : '80',
  printer: printerDraftOf(rest.printer),
  sparePrinter: printerDraftOf(rest.sparePrinter),
  'drawer.opens': rest.drawer.opens,
  sounds: rest.sounds,
  'shifts.selling': rest.shifts.selling,
  'shifts.count': rest.shifts.count,
  'shifts.reasonAbove': moneyAsText(money(rest.shifts.reasonAbove)),
  discountLimitPercent: String(rest.discountLimitPercent),
  lockMinutes: String(rest.lockMinutes),
  'receiptTexts.header': rest.receiptTexts.header,
  'receiptTexts.footer': rest.receiptTexts.footer,
  tenders: rest.tenders,
  pollMs: String(rest.pollMs),
  watchHours: String(rest.watchHours),
  'callback.enabled': callback.enabled ? 'yes' : 'no',
  'callback.host': callback.host,
  'callback.port': String(callback.port),
  'callback.publicUrl': callback.publicUrl,
})

/** What is sent to be saved. Whether it will do is the main process's to say. */
export const savedOf = (draft: Draft, now: Settings): SavedSettings => ({
  terminalCode: draft.terminalCode.trim().toUpperCase(),
  shop: {
    name: draft['shop.name'],
    taxpayerNumber: draft['shop.taxpayerNumber'],
    register: draft['shop.register'],
    branch: draft['shop.branch'],
    districtCode: draft['shop.districtCode'],
  },
  invoicing: {
    ereceipts: draft['invoicing.ereceipts'] === 'yes',
    plainShape: draft['invoicing.plainShape'],
    callbackUrl: draft['invoicing.callbackUrl'],
  },
  tax: {
    vatPayer: draft['tax.vatPayer'] === 'yes',
    codes: {
      vat: draft['tax.codes.vat'],
      'zero-rated': draft['tax.codes.zero-rated'],
      exempt: draft['tax.codes.exempt'],
    },
  },
  cityTaxPercent: draft.cityTaxPercent === '1' ? 1 : 2,
  paperWidth: draft.paperWidth === '58' ? 58 : 80,
  printer: printerOf(draft.printer),
  sparePrinter: printerOf(draft.sparePrinter),
  drawer: { opens: draft['drawer.opens'] },
  sounds: draft.sounds,
  shifts: {
    selling: draft['shifts.selling'],
    count: draft['shifts.count'],
    reasonAbove: typedMoney(draft['shifts.reasonAbove']) ?? Number.NaN,
  },
  discountLimitPercent: numberOf(draft.discountLimitPercent),
  lockMinutes: numberOf(draft.lockMinutes),
  receiptTexts: { header: draft['receiptTexts.header'], footer: draft['receiptTexts.footer'] },
  tenders: draft.tenders,
  pollMs: Number(draft.pollMs),
  watchHours: numberOf(draft.watchHours),
  callback: callbackOf(draft, now.callback),
})

const numberOf = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN)

/** Off, its fields are out of sight: nothing typed there can be wrong. */
const callbackOf = (draft: Draft, now: CallbackSettings): CallbackSettings =>
  draft['callback.enabled'] === 'yes'
    ? {
        enabled: true,
        host: draft['callback.host'],
        port: Number(draft['callback.port'] || Number.NaN),
        publicUrl: draft['callback.publicUrl'],
      }
    : { ...now, enabled: false }

/** What differs from the settings, kept while another room is open. Null: nothing does. */
const typed = createStore<{ readonly draft: Draft | null }>(() => ({ draft: null }))

export const useDraft = (): Draft | null => useStore(typed, ({ draft }) => draft)
export const keepDraft = (draft: Draft | null): void => typed.setState({ draft })
