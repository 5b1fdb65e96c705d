export { fastClock } from '../../scripts/run/hosts/fast-clock.ts'
