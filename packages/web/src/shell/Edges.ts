/** Marks code and tables that extend beyond an edge of their frame, so that the style sheet can fade that edge. */

/** An overflow of up to this many pixels may be a rounding error of the layout. */
const tolerance = 2

const mark = (place: HTMLElement): void => {
  const { clientHeight, clientWidth, scrollHeight, scrollLeft, scrollTop, scrollWidth } = place
  place.classList.toggle("more-right", scrollWidth - clientWidth - scrollLeft > tolerance)
  place.classList.toggle("more-left", scrollLeft > tolerance)
  place.classList.toggle("more-below", scrollHeight - clientHeight - scrollTop > tolerance)
}

const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) if (target instanceof HTMLElement) mark(target)
})

/**
 * Marks the edges beyond which a scrollable element has more content, and updates the marks whenever the element is
 * resized or scrolled.
 */
export const watch = (place: HTMLElement): void => {
  resized.observe(place)
  place.addEventListener("scroll", () => mark(place), { passive: true })
}

/** Calls `watch` for all code, tables, diagrams and pictures on the page. */
export const complete = (): void => {
  for (const place of document.querySelectorAll<HTMLElement>(".article :is(.code pre, .table, .diagram, .picture)"))
    watch(place)
}
