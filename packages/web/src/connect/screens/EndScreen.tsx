/** The screens without a next step: a finished session, and links that cannot be opened. */
import { useEffect } from "preact/hooks"
import { Button } from "../../components/Button.tsx"
import { BusyIndicator } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import { t } from "../../texts/Texts.ts"

/** The reasons why nothing is left to do. */
export type Ending =
  | "notFound"
  | "expired"
  | "elsewhere"
  | "removed"
  | "offline"
  | "window"
  | "failed"
  | "COMPLETED"
  | "ABANDONED"

export interface EndScreenProps {
  readonly ending: Ending
  /** The client to which the person returns now. */
  readonly returningTo?: string | undefined
  /** Opens the page again. */
  readonly onRetry: () => void
}

export const EndScreen = ({ ending, onRetry, returningTo }: EndScreenProps) => {
  const canRetry = ending === "offline" || ending === "failed"
  useEffect(() => {
    if (!canRetry) return
    addEventListener("online", onRetry)
    return () => removeEventListener("online", onRetry)
  }, [canRetry])
  return (
    <Screen
      title={t(`end.${ending}`)}
      isDone={ending === "COMPLETED"}
      lead={returningTo === undefined ? t(`end.${ending}.text`) : undefined}
      actions={canRetry && <Button onPress={onRetry}>{t("action.RETRY")}</Button>}
    >
      {returningTo !== undefined && <BusyIndicator>{t("end.returning", { client: returningTo })}</BusyIndicator>}
    </Screen>
  )
}
