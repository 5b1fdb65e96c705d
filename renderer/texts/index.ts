export { clockTime, signed, withSign } from './figures.ts'
export { hasText, knows, learnEnglish, prepareTexts, type Say, say, speak, useText } from './speech.ts'
