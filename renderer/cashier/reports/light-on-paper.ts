/** Uses the light theme while the page is printed, because paper is white. Returns a function that stops this. */
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
