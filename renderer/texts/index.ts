export { clockTime, signed, withSign } from './figures.ts'
export { hasText, knows, learnEnglish, learnRooms, prepareTexts, type Say, speak, useText } from './speech.ts'
