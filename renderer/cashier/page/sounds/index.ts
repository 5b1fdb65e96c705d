export { sound } from './sound.ts'
export { soundPayments } from './sound-payments.ts'
