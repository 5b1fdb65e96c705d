export { showShift } from './books-page.ts'
export { BooksRoom } from './books-room.tsx'
