const formsIn = (place: string): Element[] => [
  ...document.querySelectorAll(`${place} :is(form:not(search form), [data-typed=true])`),
]

/**
 * Whether a part of the page, shown or hidden, has an open form. Fields that are always shown, such as the search of the till
 * and the note of a repayment, count once they have text. Filters do not count.
 */
export const hasForm = (place: string): boolean => formsIn(place).length > 0

/** Whether the screen shows a form. */
export const isFormShown = (): boolean => formsIn('body').some((form) => form.checkVisibility())
