/** The screens without a next step: a finished session, and links that cannot be opened. */
import { useEffect } from "preact/hooks"
import { Button } from "../../components/Button.tsx"
import { BusyIndicator, NoticeBox } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import type { ScreenMark } from "../../components/Screen.tsx"
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

const marks: Readonly<Partial<Record<Ending, ScreenMark>>> = {
  notFound: "link",
  expired: "clock",
  elsewhere: "browser",
  removed: "link",
  offline: "network",
  window: "back",
  failed: "warning",
  COMPLETED: "done"
}

/** What has happened. A link that the service does not know says nothing about that. */
const leadOf = (ending: Ending): string | undefined => (ending === "notFound" ? undefined : t(`end.${ending}.text`))

/** What the person can do about a link that does not open. */
const nextStepOf = (ending: Ending, client: string | undefined): string | undefined => {
  if (ending === "notFound" || ending === "elsewhere") return t(`end.${ending}.next`)
  if (ending !== "expired" && ending !== "removed") return undefined
  return client === undefined ? t("end.next") : t("end.next.client", { client })
}

export interface EndScreenProps {
  readonly ending: Ending
  /** The client from which the person came, if the link has told it. */
  readonly client?: string | undefined
  /** The client to which the person returns now. */
  readonly returningTo?: string | undefined
  /** Opens the page again. */
  readonly onRetry: () => void
}

export const EndScreen = ({ client, ending, onRetry, returningTo }: EndScreenProps) => {
  const next = nextStepOf(ending, client)
  const canRetry = ending === "offline" || ending === "failed"
  useEffect(() => {
    if (!canRetry) return
    addEventListener("online", onRetry)
    return () => removeEventListener("online", onRetry)
  }, [canRetry])
  return (
    <Screen
      title={t(`end.${ending}`)}
      mark={marks[ending]}
      lead={returningTo === undefined ? leadOf(ending) : undefined}
      actions={canRetry ? <Button onPress={onRetry}>{t("action.RETRY")}</Button> : undefined}
    >
      {next !== undefined && <NoticeBox>{next}</NoticeBox>}
      {returningTo !== undefined && <BusyIndicator>{t("end.returning", { client: returningTo })}</BusyIndicator>}
    </Screen>
  )
}
