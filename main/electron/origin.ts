/** The scheme of the only origin of our pages. */
export const PAGE_SCHEME = 'app'
const PAGE_HOST = 'pos'
const PAGE_ORIGIN = `${PAGE_SCHEME}://${PAGE_HOST}`
export const CASHIER_PAGE = `${PAGE_ORIGIN}/cashier/index.html`
/** The address after a crash: the page then tells the cashier. */
export const CASHIER_PAGE_AGAIN = `${CASHIER_PAGE}#again`
export const DISPLAY_PAGE = `${PAGE_ORIGIN}/display/index.html`

/** Whether an address is one of ours, by its parsed scheme and host, so that a similar text does not pass. */
export function isOurs(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === `${PAGE_SCHEME}:` && host === PAGE_HOST && username === '' && password === ''
}
