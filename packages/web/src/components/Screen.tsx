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
  readonly children?: ComponentChildren
  /** The buttons, the primary one first. */
  readonly actions?: ComponentChildren
  /** True if the screen focuses a field or list of its own when it opens. */
  readonly keepsFocus?: boolean
}

/** Moves the focus to the heading, so that screen readers announce the new screen. */
export const Screen = ({ actions, children, keepsFocus = false, lead, onBack, title }: ScreenProps) => {
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
            <span aria-hidden="true">←</span> {t("back")}
          </Button>
        </div>
      )}
      <div>
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
