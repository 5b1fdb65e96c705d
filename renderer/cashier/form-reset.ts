/**
 * react-aria (1.22) replaces the `reset` of a field's form by a function that calls the one before, and puts that back in
 * the order of the fields, not in reverse. So a form that is hidden and shown again with its room kept one function of each
 * field more each time, with all that these refer to. Nothing here resets a form, so the replacements are not stored.
 */
const { reset } = HTMLFormElement.prototype

Object.defineProperty(HTMLFormElement.prototype, 'reset', { get: () => reset, set: () => {} })
