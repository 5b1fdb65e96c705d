/** The cost of hashes in tests that are not about it. */

/** Of PINs and sealed files. */
export const CHEAP_SCRYPT_COST = { N: 2, r: 1, p: 1 }

/** Rounds of PBKDF2 for pairing codes, for the server and its tills. */
export const FEW_CODE_ITERATIONS = 1
