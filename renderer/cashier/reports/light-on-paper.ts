/** Paper is white: what is printed is printed in the light theme, whatever the screen wears. Answers with its end. */
export function lightOnPaper(): () => void {
  const { dataset } = document.documentElement
  let worn: string | undefined
  const light = (): void => {
    worn = dataset.theme
    dataset.theme = 'light'
  }
  const asBefore = (): void => {
    if (worn !== undefined) dataset.theme = worn
    worn = undefined
  }
  window.addEventListener('beforeprint', light)
  window.addEventListener('afterprint', asBefore)
  return () => {
    window.removeEventListener('beforeprint', light)
    window.removeEventListener('afterprint', asBefore)
    asBefore()
  }
}
