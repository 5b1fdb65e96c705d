/** Joins the class names that hold; a CSS module's name may be missing as far as the types know. */
export const classNames = (...names: readonly (string | false | undefined)[]): string =>
  names.filter((name) => typeof name === 'string' && name !== '').join(' ')
