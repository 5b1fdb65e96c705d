/**
 * Everything that can go wrong has a name here, and a text for people under `failure.<name>` in each language.
 * A name is for the program and the support line; the text says what a cashier can do.
 */
import { z } from 'zod'
import type { Wire } from './wire.ts'

export const SERVICE_CODES = [
  'AUTHENTICATION_FAILED',
  // spelled exactly so in the interface
  'NO_CREDENDIALS',
  'INVOICE_CODE_INVALID',
  'INVOICE_LINE_REQUIRED',
  'INVALID_AMOUNT',
  'MIN_AMOUNT_ERR',
  'MAX_AMOUNT_ERR',
  'MERCHANT_NOTFOUND',
  'MERCHANT_INACTIVE',
  'INVOICE_NOTFOUND',
  'INVOICE_ALREADY_CANCELED',
  'INVOICE_PAID',
  'INVALID_OBJECT_TYPE',
  'PAYMENT_NOTFOUND',
  'PAYMENT_NOT_PAID',
  'PAYMENT_ALREADY_CANCELED',
  'EBARIMT_NOT_REGISTERED',
  'EBARIMT_CANCEL_NOTSUPPERDED',
] as const
/** The error codes of the interface (docs/payment-service.md#errors), spelled as there. */
export type ServiceCode = (typeof SERVICE_CODES)[number]

export const TRANSPORT_FAILURES = [
  /** The service could not be reached: the request never left. */
  'NO_CONNECTION',
  /** The request left and the line broke before a whole answer came. */
  'CONNECTION_LOST',
  /** No answer in time. */
  'TIMEOUT',
  /** An answer came that the contract does not know: HTML, half a JSON, a missing field, a wrong type. */
  'BAD_ANSWER',
  /** 5xx. */
  'SERVICE_ERROR',
  /** 429. */
  'RATE_LIMITED',
  /** A 4xx whose code the interface does not list; the service's own message is shown. */
  'REQUEST_REFUSED',
] as const

const TERMINAL_FAILURES = [
  'INPUT_INVALID',
  'PRODUCT_UNKNOWN',
  'QUANTITY_INVALID',
  'PRICE_INVALID',
  'AMOUNT_ZERO',
  'AMOUNT_TOO_LARGE',
  'SALE_EMPTY',
  'DISCOUNT_INVALID',
  /** Nothing would be left to pay. */
  'DISCOUNT_TOO_LARGE',
  'NOTHING_TO_UNDO',
  'SALE_TOO_LONG',
  'SALE_UNKNOWN',
  'SALE_NOT_OPEN',
  'SALE_NOT_CANCELLABLE',
  'SALES_UNFINISHED',
  'REGISTER_INVALID',
  'SETTING_INVALID',
  'ADDRESS_INSECURE',
  'PASSWORD_NEEDED',
  'PRACTICE_ONLY',
  'AMOUNT_DIFFERS',
  /** An invoice that was found after a lost answer is paid, and its QR was never shown: whose money it is, a person decides. */
  'PAID_UNSHOWN',
  'QR_MISSING',
  'PRINTER_MISSING',
  'PRINTER_UNREACHABLE',
  'PRINTER_FAILED',
  'PRINTER_PAPER_OUT',
  'PRINTER_COVER_OPEN',
  'PRINTER_CUTTER_JAMMED',
  /** It says that it has an error of its own: too hot, a broken head. */
  'PRINTER_FAULT',
  /** Switched off line by its own button. */
  'PRINTER_OFFLINE',
  /** The line is open, and it says nothing. */
  'PRINTER_SILENT',
  /** A page for a wide printer, and the computer has none; or the host is no app that could print it. */
  'PAGE_PRINTER_MISSING',
  'PAGE_PRINTING_MISSING',
  /** The system's queue ended the job without a paper. */
  'PRINTER_JOB_ABORTED',
  /** Bytes left, and nobody can know what became of them: a person looks. */
  'PERHAPS_PRINTED',
  /** A drawer that was to open did not: it is not opened later, when nobody expects it. */
  'DRAWER_FAILED',
  'DRAWER_MISSING',
  'PRINT_JOB_UNKNOWN',
  /** Only a sale that was sold has a receipt to copy. */
  'RECEIPT_MISSING',
  'LOGO_INVALID',
  /** Fields of a product are wrong; the detail names them. */
  'GOODS_INVALID',
  /** The sample is not the shop's to change. */
  'GOODS_SAMPLE',
  'GOODS_NOT_SAVED',
  'PICTURE_INVALID',
  'IMPORT_TOO_LARGE',
  'IMPORT_UNREADABLE',
  'IMPORT_EMPTY',
  /** An import that was ended, or is at another step. */
  'IMPORT_GONE',
  'IMPORT_BUSY',
  /** Wrong rows are left out only where a person has said so. */
  'IMPORT_WRONG_ROWS',
  'FILE_NOT_WRITTEN',
  'SHOP_NOT_OPEN',
  /** A workbook does not hold so many rows. */
  'TABLE_TOO_LONG',
  'CALLBACK_NOT_LISTENING',
  'JOURNAL_FAILED',
  /** No room on the disk: nothing more can be written down. */
  'DISK_FULL',
  /** The journal's file or folder may not be written. */
  'JOURNAL_READ_ONLY',
  /** Another copy of the program holds the journal. */
  'JOURNAL_LOCKED',
  /** A newer program wrote the journal. */
  'JOURNAL_FROM_FUTURE',
  /** Pages of the journal cannot be read. */
  'JOURNAL_DAMAGED',
  'BACKUP_FAILED',
  'BACKUP_UNKNOWN',
  'BACKUP_DAMAGED',
  /** A backup of test mode for a live journal, or the other way round. */
  'BACKUP_OTHER_MODE',
  /** What was found after a restart has not been looked at yet. */
  'RECOVERY_UNSEEN',
  'CASH_INVALID',
  'CASH_TOO_LITTLE',
  /** Cash was taken for it: it is given back before the goods are changed. */
  'SALE_TENDERED',
  'TENDER_UNKNOWN',
  /** The shop does not take it: its settings say so. */
  'TENDER_OFF',
  'QR_OFF',
  /** Only cash is changed: a card or a transfer is just what is missing, or less. */
  'TENDER_TOO_MUCH',
  /** One e-receipt invoice has one kind of tax: the cart is split. */
  'TAX_KINDS_MIXED',
  'SPLIT_UNFIT',
  /** The amount has changed since the person saw it: they must look again before they decide. */
  'ATTENTION_CHANGED',
  /** All of its goods came back. */
  'RETURN_NOTHING_LEFT',
  /** A person found out that it was not refunded. */
  'TOLD_NOT_REFUNDED',
  /** What came back is no active e-receipt of ours; the detail is the service's word for it. */
  'ERECEIPT_NOT_ACTIVE',
  /** The service counts more invoices than it lists: nothing is taken as absent. */
  'LIST_INCOMPLETE',
  /** A void of the e-receipt whose answer was lost may land still: it is asked for once more. */
  'PERHAPS_VOID',
  /** The lottery of a receipt that waits is not to be had any more: it is asked for again. */
  'SEAL_LOST',
  /** The same key for another person, or for something else. */
  'COMMAND_REUSED',
  /** Another terminal sold under this code; the detail is the newest number that it made. */
  'TERMINAL_CODE_TAKEN',
  /** No settings of ours: no JSON, another program's, cut off. */
  'SETTINGS_FILE_UNREADABLE',
  /** A newer program wrote it. */
  'SETTINGS_FILE_FROM_FUTURE',
  /** Fields of it will not do; the detail names them. Nothing of it was taken. */
  'SETTINGS_FILE_WRONG',
  /** The folder for copies is not there: a stick that was pulled out, a share that cannot be reached. */
  'COPY_FOLDER_MISSING',
  /** Where a copy would lie beside what it is a copy of. */
  'COPY_FOLDER_OWN',
  'COPY_FOLDER_READ_ONLY',
  'COPY_FAILED',
  'COPY_UNKNOWN',
  'COPY_DAMAGED',
  'COPY_FROM_FUTURE',
  /** People are brought in where there are none. */
  'STAFF_THERE',
  /** Of one who came with a copy of the shop: the owner gives a new one. */
  'PIN_NOT_SET',
  'SHIFT_NOT_OPEN',
  'SHIFT_OPEN_ALREADY',
  /** The terminal code is changed between shifts only. */
  'CODE_IN_SHIFT',
  'SHIFT_NOT_CLOSED',
  'SHIFT_UNKNOWN',
  /** Cash changed hands since the difference was shown. */
  'SHIFT_MOVED',
  'SUM_INVALID',
  'REASON_MISSING',
  /** More is to be taken out than can be in the drawer. */
  'DRAWER_TOO_LITTLE',
  'COUNT_MISSING',
  'SALE_NOT_PARKED',
  'WORK_NOT_WAITING',
  'REMEDY_UNFIT',
  /** Only what was sold can come back. */
  'SALE_NOT_SOLD',
  /** More than the customer still has. */
  'RETURN_TOO_MUCH',
  'RETURN_EMPTY',
  /** One return of a sale at a time. */
  'RETURN_OPEN',
  /** Its e-receipt is still being issued: it could not be voided yet. */
  'RETURN_TOO_SOON',
  /** The sale's money went back already in another way. */
  'RETURN_NO_MONEY',
  /** The sale was changed after the plan was shown. */
  'RETURN_CHANGED',
  'RETURN_UNKNOWN',
  /** The step is over, or not at hand yet. */
  'RETURN_STEP_UNFIT',
  /** Money went back, or is perhaps on its way: it cannot be called off any more. */
  'RETURN_NOT_CALLED_OFF',
  /** Another day is being reconciled. */
  'BOOKS_BUSY',
  /** The day was not reconciled yet. */
  'BOOKS_MISSING',
  'DIFFERENCE_UNKNOWN',
  /** A manager gave up what waited. */
  'GIVEN_UP',
  /** Nobody stands at the till: somebody signs in first. */
  'SIGNED_OUT',
  /** The detail is the permission (shared/staff.ts) that an approval gives. */
  'NOT_ALLOWED',
  /** The detail is how many seconds the next guess waits. */
  'PIN_WRONG',
  /** Too many wrong ones; the detail is how many seconds are left. */
  'PIN_HELD',
  'PIN_INVALID',
  'PIN_WEAK',
  'PIN_TAKEN',
  'STAFF_UNKNOWN',
  'STAFF_NAME_INVALID',
  /** The list of people could not be read. */
  'STAFF_DAMAGED',
  'OWNER_FIRST',
  'LAST_OWNER',
  'TERMINAL_RESTARTED',
  'UNEXPECTED',
] as const

export const FAILURE_NAMES = [...SERVICE_CODES, ...TRANSPORT_FAILURES, ...TERMINAL_FAILURES] as const
export type FailureName = (typeof FAILURE_NAMES)[number]

/** What went wrong, as it crosses the bridge and lies in the journal. Never holds a secret. */
export const failureSchema = z.strictObject({
  /** One that only another version knows, in a journal, is unexpected: its sale can be opened all the same. */
  name: z.enum(FAILURE_NAMES).catch('UNEXPECTED'),
  /** The service's own words, where it gave some and the name alone does not say it. */
  detail: z.nullable(z.string()),
})
export type Failure = Wire<typeof failureSchema>

export const failure = (name: FailureName, detail: string | null = null): Failure => ({ name, detail })

/** Thrown by a command that refuses; the registrar turns it into `{ok: false, error}`. */
export class CommandRefused extends Error {
  readonly failure: Failure
  constructor(name: FailureName, detail: string | null = null) {
    super(detail === null ? name : `${name}: ${detail}`)
    this.name = 'CommandRefused'
    this.failure = failure(name, detail)
  }
}
