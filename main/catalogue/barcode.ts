/**
 * Barcodes as scanners send them (GS1 General Specifications, section 7.9: the check digit). An EAN-13 that begins
 * with 0 is the same article number as the twelve digits of its UPC-A: scanners send either.
 */

/** What scanners put around a code: spaces, line ends, a group separator, a byte order mark. */
const NOISE = /[\s\p{Cc}\p{Cf}]+/gu

/** The code alone, as the catalogue spells it. */
export const tidyCode = (scanned: string): string => scanned.replace(NOISE, '')

export const isEan13 = (code: string): boolean => /^\d{13}$/.test(code) && endsInCheckDigit(code)

export const isEan8 = (code: string): boolean => /^\d{8}$/.test(code) && endsInCheckDigit(code)

export const isUpcA = (code: string): boolean => /^\d{12}$/.test(code) && endsInCheckDigit(code)

/** The EAN-13 of a UPC-A; every other code as it is. One article has one such code. */
export const asEan13 = (code: string): string => (isUpcA(code) ? `0${code}` : code)

/** From the right, digits weigh 1, 3, 1, 3…; the weighed sum is a multiple of ten. */
function endsInCheckDigit(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    sum += place % 2 === 0 ? digit : 3 * digit
  }
  return sum % 10 === 0
}
