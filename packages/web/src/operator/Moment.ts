/** One entry of a timeline. */
import type { ComponentChildren } from "preact"

export interface Moment {
  readonly at: string
  readonly kind: "status" | "event" | "audit"
  readonly what: ComponentChildren
  /** Details, in a quieter color. */
  readonly note: ComponentChildren
  readonly isFailed?: boolean
}
