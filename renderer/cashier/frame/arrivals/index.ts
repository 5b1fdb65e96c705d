export { Arrivals, soundArrivals } from './arrivals.tsx'
