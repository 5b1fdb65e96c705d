/**
 * The page makes no HTML of a text. React Aria empties its live region with `innerHTML = ''`, so the empty text passes.
 * The content policy lets no second policy be made.
 */
const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypesFactory }

type TrustedTypesFactory = {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown
}

trustedTypes?.createPolicy('default', { createHTML: (text) => (text === '' ? '' : null) })
