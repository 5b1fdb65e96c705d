import type { Page } from '@playwright/test'

/**
 * The controls of a page that a person cannot press: cut off by the window or by a part of the page, or covered by
 * another part, also after scrolling there. Scrolls only what a person can scroll, and leaves it was.
 */
export const outOfSight = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const CONTROLS = 'button, a[href], input, select, textarea, [role=tab], [role=switch]'
    /** Drawn by the label around them, which stands for them. */
    const DRAWN = 'input[type=radio], input[type=checkbox], input[type=file]'
    const ROUNDING = 1
    /** Near the corners, but inside of round ones, and the middle. */
    const POINTS = [
      [0.5, 0.5],
      [0.15, 0.25],
      [0.85, 0.25],
      [0.15, 0.75],
      [0.85, 0.75],
    ] as const

    const parentsOf = (control: Element): readonly Element[] => {
      const parent = control.parentElement
      return parent === null ? [] : [parent, ...parentsOf(parent)]
    }
    const canScroll = (part: Element): boolean => {
      const { overflowX, overflowY } = getComputedStyle(part)
      return /auto|scroll/.test(`${overflowX} ${overflowY}`)
    }
    const isShown = (control: Element): boolean =>
      control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      control.closest('[inert], [aria-hidden=true]') === null &&
      // React Aria has hidden buttons for screen readers, in an element of one pixel.
      [control, ...parentsOf(control)].every((part) => part.getBoundingClientRect().width > 1)
    /** Scrolls until the control is at this share of the height of each part that scrolls. */
    const scrollTo = (control: Element, at: number): void => {
      for (const part of parentsOf(control).filter(canScroll)) {
        const [inner, outer] = [control.getBoundingClientRect(), part.getBoundingClientRect()]
        part.scrollTop += (inner.top + inner.bottom) / 2 - outer.top - outer.height * at
        part.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2
      }
    }
    const problemThere = (control: Element): string | null => {
      const { left, top, right, bottom, width, height } = control.getBoundingClientRect()
      const beyond = Math.max(-left, -top, right - innerWidth, bottom - innerHeight)
      if (beyond > ROUNDING) return `cut off by the window: ${Math.round(beyond)} px`
      for (const [across, down] of POINTS) {
        const found = document.elementFromPoint(left + width * across, top + height * down)
        if (found !== null && (control.contains(found) || found.closest('label')?.contains(control))) continue
        const over =
          found === null ? 'nothing' : `${found.tagName.toLowerCase()} "${found.textContent?.slice(0, 20)}"`
        return `covered or cut off: there is ${over} at ${across * 100} % × ${down * 100} %`
      }
      return null
    }
    /** Below a part that stays at the bottom, a person scrolls it up. */
    const problemOf = (control: Element): string | null => {
      let problem: string | null = null
      for (const at of [0.5, 0.25, 0.12]) {
        scrollTo(control, at)
        problem = problemThere(control)
        if (problem === null) break
      }
      return problem
    }

    const scrolled = [...document.querySelectorAll('*')]
      .filter(
        (part) =>
          canScroll(part) && part.scrollHeight + part.scrollWidth > part.clientHeight + part.clientWidth,
      )
      .map((part) => [part, part.scrollTop, part.scrollLeft] as const)
    const moved = [document.documentElement, document.body].some(({ scrollTop }) => scrollTop !== 0)
    const controls = [...document.querySelectorAll(CONTROLS)].flatMap((control) =>
      control.matches(DRAWN) ? (control.closest('label') ?? []) : control,
    )
    const problems = controls.filter(isShown).flatMap((control) => {
      const problem = problemOf(control)
      const name =
        control.getAttribute('data-testid') ?? control.getAttribute('aria-label') ?? control.textContent
      return problem === null ? [] : [`${name?.trim().slice(0, 40)} is ${problem}`]
    })
    for (const [part, top, left] of scrolled) {
      part.scrollTop = top
      part.scrollLeft = left
    }
    return moved ? ['the page itself is scrolled', ...problems] : problems
  })
