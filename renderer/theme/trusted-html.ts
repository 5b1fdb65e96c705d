/**
 * The page's policy for trusted types. It allows only the empty string, because React Aria clears its live region with
 * `innerHTML = ''`. The content security policy lets the page create no second policy.
 */
const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypesFactory }

type TrustedTypesFactory = {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown
}

trustedTypes?.createPolicy('default', { createHTML: (text) => (text === '' ? '' : null) })
