export { clockTime } from './clock-time.ts'
export { prepareTexts, type Say, speak, useText } from './speech.ts'
export { withSign } from './with-sign.ts'
