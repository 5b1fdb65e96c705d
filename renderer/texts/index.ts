export { clockTime, signed, withSign } from './figures.ts'
export { prepareTexts, type Say, speak, useText } from './speech.ts'
