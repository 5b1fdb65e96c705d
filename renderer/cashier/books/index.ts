export { BooksRoom } from './books-room.tsx'
