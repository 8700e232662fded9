/** Asks for confirmation before a step that cannot be undone. */
import { useLayoutEffect, useRef } from "preact/hooks"
import { t } from "../texts/Texts.ts"
import { Button } from "./Button.tsx"
import { DescriptionList } from "./DescriptionList.tsx"
import type { DescriptionListProps } from "./DescriptionList.tsx"
import "./ConfirmDialog.css"

export interface ConfirmDialogProps {
  readonly title: string
  readonly text: string
  /** What the step changes and what it does not. */
  readonly facts?: DescriptionListProps["facts"]
  /** The label of the button that confirms the action. */
  readonly confirm: string
  /** The label of the button that closes the dialog. */
  readonly dismiss?: string
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onDismiss: () => void
}

export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { busy = false, confirm, dismiss = t("cancel"), facts, onConfirm, onDismiss, text, title } = props
  const dialog = useRef<HTMLDialogElement>(null)
  // A modal dialog keeps the focus inside, and Escape closes it.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="dialog-title"
      aria-describedby="dialog-text"
      onClose={onDismiss}
    >
      <div class="dialog__body">
        <h2 id="dialog-title">{title}</h2>
        <div id="dialog-text" class="dialog__text">
          <p>{text}</p>
          {facts !== undefined && <DescriptionList facts={facts} />}
        </div>
        <div class="dialog__actions">
          <Button kind="danger" busy={busy} onPress={onConfirm}>
            {confirm}
          </Button>
          <Button kind="secondary" onPress={onDismiss}>
            {dismiss}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
