export { keptCallbackPath, newCallbackPath } from './path.ts'
export { type CallbackReceiver, createCallbackReceiver } from './receiver.ts'
