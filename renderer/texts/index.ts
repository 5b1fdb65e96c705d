export { clockTime, signed, withSign } from './figures.ts'
export { hasText, knows, learnEnglish, prepareTexts, type Say, speak, useText } from './speech.ts'
