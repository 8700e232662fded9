/**
 * Sheaf's mark: stalks, bound in the middle. The page's name always appears beside it, so screen readers skip the mark.
 */
import "./SheafMark.css"

const stalks =
  "M12 2.5v19M9 3c.2 3.6 2 6.6 2 9.8s-1.4 5.4-2.4 8.2M15 3c-.2 3.6-2 6.6-2 9.8s1.4 5.4 2.4 8.2M5.8 4.6c.8 4.2 4.2 5.6 4.2 8.2 0 2.8-3 4.2-4.6 6.6M18.2 4.6c-.8 4.2-4.2 5.6-4.2 8.2 0 2.8 3 4.2 4.6 6.6"

export const SheafMark = () => (
  <svg
    class="sheaf-mark"
    viewBox="0 0 24 24"
    width="26"
    height="26"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    <path d={stalks} stroke-width="1.6" stroke-linecap="round" />
    <path d="M8.6 12.8h6.8" stroke-width="3.2" stroke-linecap="round" />
  </svg>
)
