/** Shows the reader's position in the two lists beside the text: pages and headings. */

/** Scrolls the list of pages to the current page, because the list can be longer than the window. */
const showPage = (list: HTMLElement): void => {
  const current = list.querySelector("a[aria-current='page']")
  const distance = (current?.getBoundingClientRect().bottom ?? 0) - innerHeight / 2
  if (distance > 0) list.scrollTop = distance
}

/**
 * Closes the list when the reader chooses a heading on this page. Needed on small screens, where the list covers the
 * page.
 */
const closeOnChoice = (list: HTMLElement): void =>
  list.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a[href^='#']") && list.matches(":popover-open")) list.hidePopover()
  })

export const follow = (): void => {
  for (const list of document.querySelectorAll<HTMLElement>(".shell-pages, .shell-contents")) {
    showPage(list)
    closeOnChoice(list)
  }
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".shell-contents a, .shell-pages a[href^='#']")]
  const headings = links.flatMap((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? [])
  if (headings.length === 0) return
  const mark = (): void => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 4)
    const current = (passed.at(-1) ?? headings[0])?.id
    for (const link of links) {
      if (decodeURIComponent(link.hash.slice(1)) === current) link.setAttribute("aria-current", "location")
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
