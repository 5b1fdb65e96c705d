/**
 * react-aria (1.22) replaces `form.reset` for each field by a function that calls the previous one. When the fields are hidden,
 * it restores them in the wrong order, so a form that is hidden and shown again with its room collected one more function for
 * each field, and all that these refer to. Nothing here resets a form, so the replacements are not stored.
 */
const { reset } = HTMLFormElement.prototype

Object.defineProperty(HTMLFormElement.prototype, 'reset', { get: () => reset, set: () => {} })
