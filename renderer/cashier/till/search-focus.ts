import { createContext, useContext } from 'react'

/** Gives the keyboard back to the search box: for a field in the cart that is done with. */
export const SearchFocus = createContext<() => void>(() => {})

export const useSearchFocus = (): (() => void) => useContext(SearchFocus)
