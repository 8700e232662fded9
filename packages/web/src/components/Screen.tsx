/** A screen: one question, with its heading, its content and its buttons. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { t } from "../texts/Texts.ts"
import { Button } from "./Button.tsx"
import "./Screen.css"

/** SVG paths on a 24 × 24 grid. `done` means that something has succeeded. */
const marks = {
  done: "m6.500 12.500 3.500 3.500 7.500-8",
  clock: "M12 7v5.500l3.500 2M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0",
  link: "M10.500 7.500l1.700-1.700a4.200 4.200 0 0 1 6 6L16.500 13.500M13.500 16.500l-1.700 1.700a4.200 4.200 0 0 1-6-6L7.500 10.500M8.500 4v1.500M4 8.500h1.500M15.500 20v-1.500M20 15.500h-1.500",
  browser: "M4 5.500h16v13H4zM4 9.500h16M7 7.500h0M9.200 7.500h0",
  network:
    "M3.500 9.500a12.500 12.500 0 0 1 17 0M6.500 13a8 8 0 0 1 11 0M9.500 16.300a3.800 3.800 0 0 1 5 0M12 19.300h0",
  warning: "M12 8v5M12 16.300h0M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0",
  back: "M19 12H5M11 6l-6 6 6 6"
} as const

export type ScreenMark = keyof typeof marks

export interface ScreenProps {
  readonly title: string
  readonly lead?: ComponentChildren
  readonly onBack?: (() => void) | undefined
  /** The text of the button that leads back, by default "Back". */
  readonly backLabel?: string | undefined
  /** What the screen is about, drawn above its heading. */
  readonly mark?: ScreenMark | undefined
  readonly children?: ComponentChildren
  /** The buttons, the primary one first. */
  readonly actions?: ComponentChildren
  /** True if the buttons come only after all of the content, because it has choices that nobody may miss. */
  readonly hasActionsLast?: boolean
  /** Content that few people need. It appears below the buttons. */
  readonly foot?: ComponentChildren
  /** True if the screen focuses a field or list of its own when it opens. */
  readonly keepsFocus?: boolean
}

const Mark = ({ mark }: { readonly mark: ScreenMark }) => (
  <svg class={`screen__mark screen__mark--${mark}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={marks[mark]} fill="none" stroke-linecap="round" stroke-linejoin="round" />
  </svg>
)

/** True until a screen has been shown. The first one stands still; later ones settle into their place. */
let isFirst = true

/** Moves the focus to the heading, so that screen readers announce the new screen. */
export const Screen = (props: ScreenProps) => {
  const { actions, backLabel, children, foot, hasActionsLast = false, keepsFocus = false } = props
  const { lead, mark, onBack, title } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const [isNext] = useState(!isFirst)
  // Runs before the screen is painted. If it ran later, it could take the focus from a field in which the person is
  // already typing.
  useLayoutEffect(() => {
    isFirst = false
    document.title = title
    if (!keepsFocus) heading.current?.focus()
  }, [title])
  return (
    <section class={isNext ? "screen screen--next" : "screen"}>
      {onBack !== undefined && (
        <div class="screen__back">
          <Button kind="quiet" onPress={onBack}>
            <span aria-hidden="true">←</span> {backLabel ?? t("back")}
          </Button>
        </div>
      )}
      <div>
        {mark !== undefined && <Mark mark={mark} />}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p class="screen__lead">{lead}</p>}
      </div>
      {children !== undefined && <div class="screen__body">{children}</div>}
      {actions !== undefined && (
        <div class={hasActionsLast ? "screen__actions screen__actions--last" : "screen__actions"}>{actions}</div>
      )}
      {foot !== undefined && <div class="screen__foot">{foot}</div>}
    </section>
  )
}
