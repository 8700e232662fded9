/** A short colored label for a state. Its text says everything that the color says. */
import type { ComponentChildren } from "preact"
import "./Badge.css"

export type BadgeTone = "success" | "notice" | "danger" | "neutral"

export interface BadgeProps {
  readonly tone: BadgeTone
  readonly children: ComponentChildren
}

export const Badge = ({ children, tone }: BadgeProps) => <span class={`badge badge--${tone}`}>{children}</span>
