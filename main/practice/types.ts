/** Where a practice service is and how to get in: the one line that `npm run practice -- --json` prints. */
export type PracticeAddress = {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly invoice_code: string
  /** Control: the payer's part, faults, the clock, the state. Its own port, bearer `control_token`. */
  readonly control: string
  readonly control_token: string
}
