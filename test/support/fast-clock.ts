export { fastClock } from '../../scripts/hosts/fast-clock.ts'
