/**
 * Stops a memory leak of react-aria (1.22). Each of its fields wraps the `reset` method of its form, and a form that is
 * hidden does not get its first method back. So each time that a form was hidden and shown again, it kept another wrapper
 * for each field. No code of this page resets a form, so assignments to `reset` are ignored.
 */
const { reset } = HTMLFormElement.prototype

Object.defineProperty(HTMLFormElement.prototype, 'reset', { get: () => reset, set: () => {} })
