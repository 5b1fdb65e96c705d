export { type Labelled, labelFacts, labelled, labelledCode } from './labels.ts'
