/** The title of a page about one object: its name and status, below the table that lists it. */
import type { ComponentChildren } from "preact"

export interface PageTitleProps {
  readonly title: string
  /** The name and the route of the table. Absent if the object is in none. */
  readonly parent?: { readonly title: string; readonly route: string }
  /** The status, as a badge. */
  readonly children?: ComponentChildren
}

export const PageTitle = ({ children, parent, title }: PageTitleProps) => (
  <div class="title">
    {parent && (
      <nav class="title__parent" aria-label="Breadcrumb">
        <a href={`#/${parent.route}`}>{parent.title}</a> /
      </nav>
    )}
    <h1>{title}</h1>
    {children}
  </div>
)
