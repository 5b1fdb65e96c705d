/**
 * The names of all failures. Each has a text in each language under `failure.<name>`. The program and the support use
 * the name; the text tells the cashier what to do. When a failure gets a name of its own: docs/decisions/failure-names.md.
 */
import { z } from 'zod'
import type { Wire } from './wire.ts'

export const SERVICE_CODES = [
  'AUTHENTICATION_FAILED',
  // The contract spells it this way.
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
/** The error codes of the contract, in its spelling (docs/payment-service.md#errors). */
export type ServiceCode = (typeof SERVICE_CODES)[number]

export const TRANSPORT_FAILURES = [
  /** The service could not be reached; no request was sent. */
  'NO_CONNECTION',
  /** The certificate of the service's address is not trusted; no request was sent. The detail tells host and issuer. */
  'CERTIFICATE_NOT_TRUSTED',
  /** No proxy of the system lets the till through; no request was sent. The detail tells the proxy. */
  'PROXY_FAILED',
  /** The system's proxy script told no way, and the direct one leads nowhere; no request was sent. */
  'PROXY_UNKNOWN',
  /** The request was sent, and the connection broke before the whole answer came. */
  'CONNECTION_LOST',
  /** No answer came in time. */
  'TIMEOUT',
  /** The answer does not match the contract: HTML, incomplete JSON, a missing field, a wrong type. */
  'BAD_ANSWER',
  /** HTTP status 5xx. */
  'SERVICE_ERROR',
  /** HTTP status 429. */
  'RATE_LIMITED',
  /** A request that a person waited for got no answer, or HTTP status 5xx or 429. The till does not repeat it. */
  'SERVICE_UNANSWERED',
  /** HTTP status 4xx with a code that the contract does not list. The page shows the service's message. */
  'REQUEST_REFUSED',
] as const

const TERMINAL_FAILURES = [
  'INPUT_INVALID',
  'PRODUCT_UNKNOWN',
  /** Several products have the code, but for the case of its letters; the detail lists them (shared/page/several-goods.ts). */
  'CODE_OF_SEVERAL',
  /** Somebody else changed a product or settings in fields that the person typed. */
  'CHANGED_MEANWHILE',
  /** The detail is the largest quantity. */
  'QUANTITY_INVALID',
  /** Weighed goods without a weight; the detail is their code. */
  'WEIGHT_MISSING',
  /** The number of pieces, the detail, is unusually high and may be a typing error (main/sale/rules.ts). */
  'QUANTITY_UNCONFIRMED',
  /** Part of a product that is sold by the piece. */
  'QUANTITY_NOT_WHOLE',
  /** A price or an amount is no number, or cash is not in whole tugriks. */
  'AMOUNT_INVALID',
  'AMOUNT_ZERO',
  'AMOUNT_TOO_LARGE',
  'SALE_EMPTY',
  'DISCOUNT_INVALID',
  /** Nothing would remain to pay. */
  'DISCOUNT_TOO_LARGE',
  'NOTHING_TO_UNDO',
  'SALE_TOO_LONG',
  /** A sale, a line, a shift, a backup or a person that a person chose does not exist, or not any more. */
  'NOT_FOUND',
  'SALE_NOT_OPEN',
  /** Not possible in the state that the screen shows. The page offers only what is possible, so the state has just changed. */
  'NOT_NOW',
  'SALES_UNFINISHED',
  'REGISTER_INVALID',
  /** Fields of the settings or of a product are missing or wrong; the detail names them. */
  'FIELDS_INVALID',
  'ADDRESS_INSECURE',
  'PASSWORD_NEEDED',
  /** The keyring keeps the merchant's password and does not give it: it is locked, or was reset. */
  'PASSWORD_UNREADABLE',
  'AMOUNT_DIFFERS',
  /**
   * An invoice found after a lost answer is paid, although its QR was never shown. A person decides whose money it is.
   */
  'PAID_UNSHOWN',
  'QR_MISSING',
  /** The service refused the sale because a tax code is invalid or missing; the detail names the goods. */
  'TAX_CODE_REFUSED',
  'PRINTER_MISSING',
  /** The printer cannot be reached, or is connected and does not answer. */
  'PRINTER_UNREACHABLE',
  'PRINTER_FAILED',
  'PRINTER_PAPER_OUT',
  'PRINTER_COVER_OPEN',
  'PRINTER_CUTTER_JAMMED',
  /** The printer reports a fault: overheated, broken print head. */
  'PRINTER_FAULT',
  /** Somebody put the printer offline with its button. */
  'PRINTER_OFFLINE',
  /** Printing a page needs a page printer of the system, and there is none, or a browser shows the till. */
  'PAGE_PRINTER_MISSING',
  /** Windows does not let the till run the PowerShell script that it needs for print queues and COM ports. */
  'PRINTER_SPOOLER_REFUSED',
  /** The canvas library, which draws papers, was not loaded within half a minute. If it hangs, only a restart of the till helps. */
  'PAPERS_NOT_DRAWN',
  /** Bytes were sent, and nobody knows whether the paper came out. A person must look. */
  'PRINT_UNCONFIRMED',
  /** The drawer did not open. The pulse is not repeated: nobody would expect the drawer to open later. */
  'DRAWER_FAILED',
  'DRAWER_MISSING',
  /** Nobody has confirmed the age of the customer; the detail is the age that the goods need. */
  'AGE_UNCONFIRMED',
  /** Goods of a category that is not sold now; the detail names it. A manager can allow it. */
  'SALE_BANNED',
  /** Another product got the code of this one; the detail is its name. */
  'CODE_TAKEN',
  /** Live mode charges nothing by QR before the seller's own data are entered. */
  'SELLER_MISSING',
  /** Live mode sells no sample goods. */
  'SAMPLE_NOT_SOLD',
  /** Somebody else meanwhile changed some of the goods that a person changes together; the detail names these goods. */
  'GOODS_CHANGED_MEANWHILE',
  /** The shop cannot change the sample goods. */
  'GOODS_SAMPLE',
  'PICTURE_INVALID',
  'IMPORT_TOO_LARGE',
  'IMPORT_UNREADABLE',
  'IMPORT_EMPTY',
  /** The import has ended or is at another step. */
  'IMPORT_GONE',
  /** A file, the goods, a backup or a copy of the shop could not be written; what was there stays. */
  'NOT_SAVED',
  /** Another program holds a file of the till, such as a virus scanner. The detail is the system's message. */
  'FILE_HELD',
  /** The system has no program that shows a folder. The detail is the folder. */
  'FOLDER_NOT_OPENED',
  /** The till still does other work: it opens the shop, imports goods, reconciles, or answers another command. */
  'BUSY',
  /** A workbook cannot hold so many rows. */
  'TABLE_TOO_LONG',
  'CALLBACK_NOT_LISTENING',
  'JOURNAL_FAILED',
  /** The disk is full: nothing more can be recorded. */
  'DISK_FULL',
  'DISK_LOW',
  /** The file system does not allow writing to the journal's file or folder. */
  'JOURNAL_READ_ONLY',
  /** The installer's folder for the data of all users of the computer is missing. The detail is the folder. */
  'DATA_PLACE_MISSING',
  /** Another process of the program holds the journal. */
  'JOURNAL_LOCKED',
  /** A newer version of the program wrote the journal, the settings file, the set-up file, the copy, or another till's sale. */
  'FROM_FUTURE',
  /** A program with other tables made the journal or the register. The detail is the path of the file. */
  'DATA_OF_ANOTHER_BUILD',
  /** Parts of the journal cannot be read. */
  'JOURNAL_DAMAGED',
  /**
   * A backup, a copy, a set-up file or a settings file is cut off, was changed since it was written, or is another kind
   * of file.
   */
  'FILE_DAMAGED',
  'BACKUP_OF_ANOTHER_BUILD',
  /** A backup or a shop database of test mode for live mode, or the reverse. */
  'OTHER_MODE',
  /** Nobody has acknowledged the sales that were recovered after a restart. */
  'RECOVERY_UNACKNOWLEDGED',
  'CASH_TOO_LITTLE',
  /** Tenders were taken for the sale: they must be given back before the goods change. */
  'SALE_TENDERED',
  /** The shop's settings do not allow this tender, or QR. */
  'TENDER_OFF',
  /** Only cash gives change: a card or transfer cannot exceed the missing amount. */
  'TENDER_TOO_MUCH',
  /** An invoice with an e-receipt can have only one tax kind: the cart must be split. */
  'TAX_KINDS_MIXED',
  /** The amount changed after the person saw it: they must look again before they decide. */
  'AMOUNT_CHANGED',
  /** All goods of the sale came back. */
  'RETURN_NOTHING_LEFT',
  /** A person found out that the service did not refund it. */
  'TOLD_NOT_REFUNDED',
  /** The service's answer is no active e-receipt of ours; the detail is its status at the service. */
  'ERECEIPT_NOT_ACTIVE',
  /** The service counts more rows than it lists, so that a missing row proves nothing. */
  'LIST_INCOMPLETE',
  /** The answer to a void was lost, and the void may still take effect: the e-receipt is requested once more. */
  'VOID_UNCONFIRMED',
  /** The seal of a waiting receipt cannot be opened any more: the lottery number is requested again. */
  'SEAL_LOST',
  /** The keyring does not give the key of a waiting receipt now. */
  'KEYRING_LOCKED',
  /** The idempotency key was used before: by another person, for another command, or for a secret that is given once. */
  'COMMAND_REUSED',
  /** Another till sold under this terminal code; the detail is its newest number. */
  'TERMINAL_CODE_TAKEN',
  /** The terminal code is that of the till that wrote the file. The page offers no take-over of it. */
  'SET_UP_OWN_CODE',
  /** Some settings are not valid; the detail names them. Nothing was taken from the file. */
  'SHOP_FILE_WRONG',
  /** The shop file is sealed, and no code was given. */
  'SHOP_FILE_SEALED',
  /** A till is set up from a sealed shop file alone. */
  'SHOP_FILE_NOT_SEALED',
  'SHOP_FILE_CODE_WRONG',
  /** The till sells for another merchant; the detail is that merchant's user name. */
  'SET_UP_OTHER_MERCHANT',
  /** The terminal code is neither in the file nor given by a person. The detail is the name of the computer. */
  'SET_UP_TERMINAL_MISSING',
  /** No terminal code can be what a person gave. */
  'SET_UP_TERMINAL_INVALID',
  /** Detail: when the file was made, and when a setting that it would undo was changed at this till. */
  'SET_UP_OLDER',
  /** A part was set up, and then it failed; the detail is the name of that failure. */
  'SET_UP_PARTLY',
  /** No keyring keeps the merchant's password over a restart. */
  'SET_UP_KEYRING',
  /** A sealed file is made at a till that is connected to a merchant. */
  'SET_UP_NO_MERCHANT',
  /**
   * The folder for copies or the set-up file is not there, or may not be read: a removed stick, a share that cannot be
   * reached. The detail is a path or the system's code.
   */
  'FILE_MISSING',
  /** The folder for copies is the till's own data folder, or inside it. */
  'COPY_FOLDER_OWN',
  'COPY_FOLDER_READ_ONLY',
  /** Nobody agreed in the system dialog that asks about money or data leaving the till. */
  'NOT_CONFIRMED',
  /** Staff can be imported only if the till has no staff. */
  'STAFF_THERE',
  /** The person came with a copy of the shop, without a PIN. The owner must set one. */
  'PIN_NOT_SET',
  'SHIFT_NOT_OPEN',
  /** The terminal code can be changed only between shifts. */
  'CODE_IN_SHIFT',
  /** The same in test mode, while a shift of live mode is open. */
  'CODE_IN_LIVE_SHIFT',
  'LIVE_JOURNAL_DAMAGED',
  'SHIFT_NOT_CLOSED',
  /** Cash was moved after the difference was shown. */
  'SHIFT_MOVED',
  'REASON_MISSING',
  /** The amount to take out exceeds the cash in the drawer. */
  'DRAWER_TOO_LITTLE',
  'COUNT_MISSING',
  /** Only a sold sale can be returned. */
  'SALE_NOT_SOLD',
  /** More than the customer still has. */
  'RETURN_TOO_MUCH',
  'RETURN_EMPTY',
  /** The sale already has an open return. */
  'RETURN_OPEN',
  /** The e-receipt is still being issued and cannot be voided yet. */
  'RETURN_TOO_SOON',
  /** The sale's money already went back in another way. */
  'RETURN_NO_MONEY',
  /** Money went back or may be on its way: the return cannot be cancelled any more. */
  'RETURN_NOT_CANCELLED',
  /** A manager gave up the pending task. */
  'GIVEN_UP',
  /** Nobody is signed in. */
  'SIGNED_OUT',
  /** The person lacks a permission; the detail names it (shared/shop/staff.ts). An approval can give it. */
  'NOT_ALLOWED',
  /** The detail is the wait in seconds before the next attempt. */
  'PIN_WRONG',
  /** Too many wrong PINs; the detail is the remaining wait in seconds. */
  'PIN_HELD',
  /** A new PIN has a wrong length, is easy to guess, or is another person's. The till does not say which: that would tell a PIN. */
  'PIN_INVALID',
  /** The code is not the recovery code of this owner, or was used already. */
  'RECOVERY_WRONG',
  'STAFF_NAME_INVALID',
  /** The list of staff could not be read. */
  'STAFF_DAMAGED',
  /** No active owner would be among the staff. */
  'OWNER_NEEDED',
  /** The folder of updates could not be read; the detail is the system's or the server's code. */
  'UPDATE_AWAY',
  /**
   * The feed is not signed, older than one that the till has seen, unreadable, or lacks a package for this till. The
   * detail tells which.
   */
  'UPDATE_REFUSED',
  /** The detail is a version such as 0.2.0-beta.1, of the feed or of this till: updates are releases alone. */
  'UPDATE_PRERELEASE',
  /** The package is not the signed one; the detail is its name. It was deleted. */
  'UPDATE_TAMPERED',
  /** The detail is how many megabytes are missing. */
  'UPDATE_DISK_FULL',
  /** A sale, a print or the count of the drawer comes first. */
  'UPDATE_NOT_NOW',
  'UPDATE_INSTALLING',
  /** The old version runs after an installation; the detail is the new version. */
  'UPDATE_NOT_INSTALLED',
  /** The folder of the program may not be written; the detail is its path. */
  'UPDATE_NO_RIGHTS',
  /** An update could not be installed for days; the detail is its version. */
  'UPDATE_WAITING',
  'SHOP_DATABASE_UNREACHABLE',
  /** The server does not have the certificate authority that the till knows, or has no TLS. */
  'SHOP_DATABASE_WRONG_SERVER',
  /** The server's certificate expired, or is not valid yet, by the clock of this computer. */
  'SHOP_DATABASE_CERTIFICATE_TIME',
  'SHOP_DATABASE_LOGIN_REFUSED',
  /** The till was retired, or is no till of the shop database. */
  'SHOP_DATABASE_RETIRED',
  /** Another process speaks for this till. */
  'SHOP_DATABASE_TWICE',
  'SHOP_DATABASE_JOURNAL_OF_OTHER',
  /** The tables of the shop database are those of another version than this till's. */
  'SHOP_DATABASE_OTHER_VERSION',
  /** The server answers and accepts no writes: a standby server, or a full disk. */
  'SHOP_DATABASE_READ_ONLY',
  /** The server cannot take a request of the till, or answered what the till does not know. */
  'SHOP_DATABASE_REFUSED',
  /** The keyring does not give the till's password for the shop database, or never kept it. */
  'SHOP_DATABASE_PASSWORD_MISSING',
  /** The till has not joined, so it does not send later what it sells. */
  'PAIRING_UNREACHABLE',
  'PAIRING_CODE_EXPIRED',
  'PAIRING_CODE_INVALID',
  'SERVER_ADDRESS_INVALID',
  /** The shop database gives the terminal codes. */
  'CODE_OF_SHOP_DATABASE',
  /**
   * A return, a decision about money that was refunded elsewhere, and a cart of another till need the shop database: another
   * till may have taken the goods back, or continued the cart.
   */
  'NEEDS_SHOP_DATABASE',
  /** Another till has the claim on returns of this sale; the detail is its terminal code. */
  'RETURN_HELD',
  /** The server was restored from a dump. The tills in the detail may know of a return that it lacks. */
  'RETURN_AFTER_RESTORE',
  /** A till with a return that is not over cannot leave the shop. */
  'RETURNS_OPEN',
  /** No till of the shop has sent a sale with this number. */
  'SHOP_SALE_UNKNOWN',
  /** Several sales have this number, because a till's journal was set back and went on. */
  'SHOP_SALE_TWICE',
  /** The journal was restored from an older backup, and lacks events of the sale that the shop database has. */
  'SHOP_SALE_OWN',
  /** A till resumed, sold or discarded the cart. */
  'CART_GONE',
  /** The shop database knows no QR of this sale of another till. */
  'SALE_WITHOUT_QR',
  /** Another till's sale was checked: a payment is pending, or the payment service left out payments or contradicted itself. */
  'CHECK_INCOMPLETE',
  'TERMINAL_RESTARTED',
  'UNEXPECTED',
] as const

export const FAILURE_NAMES = [...SERVICE_CODES, ...TRANSPORT_FAILURES, ...TERMINAL_FAILURES] as const
export type FailureName = (typeof FAILURE_NAMES)[number]

/** Failures after which the service certainly received nothing. */
export const NOTHING_SENT = [
  'NO_CONNECTION',
  'CERTIFICATE_NOT_TRUSTED',
  'PROXY_FAILED',
  'PROXY_UNKNOWN',
] as const satisfies readonly FailureName[]

/** A failure as it crosses the bridge and as the journal stores it. It never holds a secret. */
export const failureSchema = z.strictObject({
  /** A name that this version does not know reads as UNEXPECTED, so that the sale can still be opened. */
  name: z.enum(FAILURE_NAMES).catch('UNEXPECTED'),
  /** The service's message, or a detail that the name alone does not tell. */
  detail: z.nullable(z.string()),
})
export type Failure = Wire<typeof failureSchema>

export const failure = (name: FailureName, detail: string | null = null): Failure => ({ name, detail })

/** A command throws this to refuse; the IPC registrar turns it into `{ok: false, error}`. */
export class CommandRefused extends Error {
  readonly failure: Failure
  constructor(name: FailureName, detail: string | null = null) {
    super(detail === null ? name : `${name}: ${detail}`)
    this.name = 'CommandRefused'
    this.failure = failure(name, detail)
  }
}

export function refuse(name: FailureName, detail: string | null = null): never {
  throw new CommandRefused(name, detail)
}

/** What a refusal says, or UNEXPECTED for any other error. */
export const failureOf = (error: unknown): Failure =>
  error instanceof CommandRefused ? error.failure : failure('UNEXPECTED')
