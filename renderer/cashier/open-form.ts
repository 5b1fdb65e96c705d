const formsIn = (place: string): Element[] => [
  ...document.querySelectorAll(`${place} :is(form:not(search form), [data-typed=true])`),
]

/** Whether a part of the page, shown or hidden, has an open form or a text in the search of the till. Filters do not count. */
export const hasForm = (place: string): boolean => formsIn(place).length > 0

/** Whether the screen shows a form. */
export const isFormShown = (): boolean => formsIn('body').some((form) => form.checkVisibility())
