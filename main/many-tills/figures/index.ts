/** What an owner asks about all tills of the shop. */
export { createAllTills } from './all-tills.ts'
export { booksOfTills, type ShopOfBooks } from './books-of-tills.ts'
export { journalOfFigures } from './journal-of-figures.ts'
export { tillFigures } from './till-figures.ts'
