/** Buttons that copy an id, a time or a command, and what a screen reader says about them. */
import { signal } from "@preact/signals"
import "./CopyButton.css"

interface Outcome {
  readonly value: string
  readonly isRefused: boolean
}

/** The newest press, until it is forgotten. All buttons for the same value show its outcome. */
const outcome = signal<Outcome | undefined>(undefined)

const shownMillis = 2_000

const copy = async (value: string): Promise<void> => {
  const isRefused = await navigator.clipboard.writeText(value).then(
    () => false,
    () => true
  )
  const own = { value, isRefused }
  outcome.value = own
  setTimeout(() => {
    if (outcome.value === own) outcome.value = undefined
  }, shownMillis)
}

const Icon = ({ isDone }: { readonly isDone: boolean }) => (
  <svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" aria-hidden="true">
    {isDone ? (
      <path d="m3 8.5 3.2 3.2L13 4.8" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" />
    ) : (
      <path d="M5.75 5.75h7.5v7.5h-7.5zM10.25 5.5V2.75h-7.5v7.5H5.5" stroke-width="1.25" stroke-linejoin="round" />
    )}
  </svg>
)

export interface CopyButtonProps {
  readonly value: string
  /**
   * True if the Tab key skips the button, because rows of ids would double the way through a page. The page behind the
   * id's link has a button that it reaches.
   */
  readonly isSkipped?: boolean
}

export const CopyButton = ({ isSkipped = false, value }: CopyButtonProps) => {
  const isDone = outcome.value?.value === value && !outcome.value.isRefused
  return (
    <button
      type="button"
      class={isDone ? "copy copy--done" : "copy"}
      aria-label={`Copy ${value}`}
      title={isDone ? "Copied" : "Copy"}
      tabIndex={isSkipped ? -1 : undefined}
      onClick={() => void copy(value)}
    >
      <Icon isDone={isDone} />
    </button>
  )
}

/** A value as code, which one press selects and another copies. */
export const Copyable = ({ children }: { readonly children: string }) => (
  <span class="copyable">
    <code class="copyable__value">{children}</code>
    <CopyButton value={children} />
  </span>
)

/** Tells a screen reader how the newest press ended. Stands once on each page. */
export const CopyOutcome = () => (
  <p role="status" class="visually-hidden">
    {outcome.value && (outcome.value.isRefused ? "The browser does not allow copying." : "Copied")}
  </p>
)
