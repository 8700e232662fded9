/** Marks the heading that the reader has reached in the list on the right. */

/** Follows the reader's position on the page. */
export const follow = (): void => {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".shell-contents a, .shell-pages ul ul a")]
  const headings = links.flatMap((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? [])
  if (headings.length === 0) return
  const mark = (): void => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 4)
    const current = passed.at(-1)?.id
    for (const link of links) {
      if (current !== undefined && decodeURIComponent(link.hash.slice(1)) === current)
        link.setAttribute("aria-current", "location")
      else link.removeAttribute("aria-current")
    }
  }
  let isPlanned = false
  addEventListener(
    "scroll",
    () => {
      if (isPlanned) return
      isPlanned = true
      requestAnimationFrame(() => {
        isPlanned = false
        mark()
      })
    },
    { passive: true }
  )
  mark()
}
