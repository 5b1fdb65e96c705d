import { mnRooms } from './mn-rooms.ts'
import { mnTill } from './mn-till.ts'

/**
 * All texts of all screens in Mongolian. The other languages must have the same keys (`en.ts`). The terms are those on
 * the shop's papers: борлуулалт, нэхэмжлэх, баримт, НӨАТ, НХАТ.
 */
export const mn = { ...mnTill, ...mnRooms }
