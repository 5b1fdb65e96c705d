import { createContext, useContext } from 'react'

/** Moves the focus back to the search box when a field in the cart is closed. */
export const SearchFocus = createContext<() => void>(() => {})

export const useSearchFocus = (): (() => void) => useContext(SearchFocus)
