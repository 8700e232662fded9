/** The title of a page: its name and status, below a link to the parent page. */
import type { ComponentChildren } from "preact"
import { CopyButton } from "./CopyButton.tsx"

export interface PageTitleProps {
  readonly title: string
  /** The id of what the page shows, if its name does not identify it. */
  readonly id?: string
  /** The name and the route of the page above. Absent if there is none. */
  readonly parent?: { readonly title: string; readonly route: string } | undefined
  /** The status, as a badge. */
  readonly children?: ComponentChildren
  /** A control that changes what the page shows, such as a choice of the time window. */
  readonly choice?: ComponentChildren
}

export const PageTitle = ({ children, choice, id, parent, title }: PageTitleProps) => (
  <div class="title">
    {parent && (
      <nav class="title__parent" aria-label="Breadcrumb">
        <a href={`#/${parent.route}`}>
          <span aria-hidden="true">←</span> {parent.title}
        </a>
      </nav>
    )}
    <h1>
      {title} {id !== undefined && <code class="title__id">{id}</code>}
    </h1>
    {id !== undefined && <CopyButton value={id} />}
    {children}
    {choice !== undefined && <div class="title__choice">{choice}</div>}
  </div>
)
