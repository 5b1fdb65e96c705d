export { bundleName, bundleText } from './bundle.ts'
export type { HealthFacts } from './facts.ts'
export { checkHealth } from './judge.ts'
