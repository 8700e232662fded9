/** A list of choices. Pressing a choice selects it and continues. */
import type { ComponentChildren } from "preact"
import "./Choices.css"
import "./Joined.css"

export interface ChoiceProps {
  readonly label: string
  readonly hint?: string | undefined
  /** A warning in place of the hint. */
  readonly notice?: string | undefined
  readonly picture?: ComponentChildren
  /** True if the choice is visible but cannot be made. The notice says why. */
  readonly isDisabled?: boolean
  readonly onPress: () => void
}

export const Choice = ({ isDisabled = false, hint, label, notice, onPress, picture }: ChoiceProps) => (
  <li>
    <button
      type="button"
      class="choice"
      aria-disabled={isDisabled}
      onClick={() => {
        if (!isDisabled) onPress()
      }}
    >
      {picture}
      <span class="choice__text">
        <span class="choice__label">{label}</span>
        {notice !== undefined && <span class="choice__hint choice__hint--notice">{notice}</span>}
        {notice === undefined && hint !== undefined && (
          <span class="choice__hint" dir="auto">
            {hint}
          </span>
        )}
      </span>
      {!isDisabled && (
        <span class="choice__arrow" aria-hidden="true">
          <svg viewBox="0 0 8 16" width="8" height="16" fill="none" stroke="currentColor" stroke-width="1.5">
            <path d="m1 3 5 5-5 5" />
          </svg>
        </span>
      )}
    </button>
  </li>
)

export const ChoiceList = ({ children, label }: { readonly children: ComponentChildren; readonly label: string }) => (
  <ul class="joined" aria-label={label}>
    {children}
  </ul>
)
