/** Rounds of PBKDF2 for pairing codes, for the server and its tills, in tests that are not about their cost. */
export const FEW_CODE_ITERATIONS = 1
