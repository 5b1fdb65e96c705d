export { showShift } from './books-page.ts'
