export { Arrivals } from './arrivals.tsx'
export { soundArrivals } from './sound-arrivals.ts'
