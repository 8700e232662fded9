/** A screen: one question, with its heading, its content and its buttons. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { t } from "../texts/Texts.ts"
import { Button } from "./Button.tsx"
import "./Screen.css"

export interface ScreenProps {
  readonly title: string
  readonly lead?: ComponentChildren
  readonly onBack?: (() => void) | undefined
  /** The text of the button that leads back, by default "Back". */
  readonly backLabel?: string | undefined
  /** True if the screen says that something has succeeded. */
  readonly isDone?: boolean
  readonly children?: ComponentChildren
  /** The buttons, the primary one first. */
  readonly actions?: ComponentChildren
  /** True if the screen focuses a field or list of its own when it opens. */
  readonly keepsFocus?: boolean
}

const Check = () => (
  <svg class="screen__check" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
    <circle cx="20" cy="20" r="20" />
    <path d="m12 20.5 5.5 5.5L28.5 15" fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" />
  </svg>
)

/** Moves the focus to the heading, so that screen readers announce the new screen. */
export const Screen = (props: ScreenProps) => {
  const { actions, backLabel, children, isDone = false, keepsFocus = false, lead, onBack, title } = props
  const heading = useRef<HTMLHeadingElement>(null)
  // Runs before the screen is painted: any later, it would take the focus from a field in which the person already
  // types.
  useLayoutEffect(() => {
    document.title = title
    if (!keepsFocus) heading.current?.focus()
  }, [title])
  return (
    <section class="screen">
      {onBack !== undefined && (
        <div class="screen__back">
          <Button kind="quiet" onPress={onBack}>
            <span aria-hidden="true">←</span> {backLabel ?? t("back")}
          </Button>
        </div>
      )}
      <div>
        {isDone && <Check />}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p class="screen__lead">{lead}</p>}
      </div>
      {children !== undefined && <div class="screen__body">{children}</div>}
      {actions !== undefined && <div class="screen__actions">{actions}</div>}
    </section>
  )
}
