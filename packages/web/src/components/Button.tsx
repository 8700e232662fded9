/** Buttons, and links that look like buttons. */
import type { ComponentChildren } from "preact"
import "./Button.css"

/**
 * `quiet` is for going back, leaving, and steps beside a main one. `danger` is only for the last word before a step that
 * cannot be undone.
 */
export type ButtonKind = "primary" | "secondary" | "quiet" | "danger"

export interface ButtonProps {
  readonly kind?: ButtonKind
  readonly children: ComponentChildren
  /** Without it, the button submits its form. */
  readonly onPress?: (() => void) | undefined
  /** The id of the form that the button submits, if the button stands outside it. */
  readonly form?: string
  /** True while the last press is being handled. The button keeps the focus but ignores presses. */
  readonly busy?: boolean
  /** The name for screen readers, if the content is not readable as text. */
  readonly label?: string
  /** Set only on a button that shows and hides the content after it: true while the content is visible. */
  readonly isExpanded?: boolean
}

export const Button = ({ busy = false, children, form, isExpanded, kind = "primary", label, onPress }: ButtonProps) => (
  <button
    type={onPress === undefined ? "submit" : "button"}
    form={form}
    class={`button button--${kind}`}
    aria-disabled={busy}
    aria-label={label}
    aria-expanded={isExpanded}
    onClick={(event) => {
      if (busy) event.preventDefault()
      else onPress?.()
    }}
  >
    {children}
  </button>
)

export interface ButtonLinkProps {
  readonly kind?: ButtonKind
  readonly href: string
  readonly children: ComponentChildren
  /** True to open the link in a new tab, because this page must stay open. */
  readonly opensTab?: boolean
  /** True if the link leads to help, which opens in a new tab even in a client's page. */
  readonly isHelp?: boolean
}

export const ButtonLink = (props: ButtonLinkProps) => {
  const { children, href, isHelp = false, kind = "primary", opensTab = isHelp } = props
  return (
    <a
      class={`button button--${kind}`}
      href={href}
      {...(opensTab && { target: "_blank", rel: isHelp ? "help noopener noreferrer" : "noopener noreferrer" })}
    >
      {children}
    </a>
  )
}
