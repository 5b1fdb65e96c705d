export { NewPinEntry, useNewPin } from './new-pin.tsx'
export { PersonButton } from './person-button.tsx'
