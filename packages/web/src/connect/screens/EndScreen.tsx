/** The screens without a next step: a finished session, and links that cannot be opened. */
import { useEffect } from "preact/hooks"
import { Button } from "../../components/Button.tsx"
import { BusyIndicator } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import type { ScreenMark } from "../../components/Screen.tsx"
import { t } from "../../texts/Texts.ts"
import "./EndScreen.css"

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

/** What the person can do about a link that does not open, one step after another. */
const nextStepsOf = (ending: Ending, client: string | undefined): ReadonlyArray<string> => {
  const renewal = client === undefined ? t("end.next") : t("end.next.client", { client })
  if (ending === "notFound") return [t("end.notFound.next"), renewal]
  if (ending === "elsewhere") return [t("end.elsewhere.next")]
  return ending === "expired" || ending === "removed" ? [renewal] : []
}

const NextSteps = ({ steps }: { readonly steps: ReadonlyArray<string> }) => (
  <section class="end__next" aria-labelledby="next">
    <h2 id="next">{t("end.steps")}</h2>
    <ul>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ul>
  </section>
)

export interface EndScreenProps {
  readonly ending: Ending
  /** The client that sent the person here. Absent if the link does not reveal it. */
  readonly client?: string | undefined
  /** The client to which the person returns now. */
  readonly returningTo?: string | undefined
  /** Opens the page again. */
  readonly onRetry: () => void
}

export const EndScreen = ({ client, ending, onRetry, returningTo }: EndScreenProps) => {
  const steps = nextStepsOf(ending, client)
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
      lead={returningTo === undefined ? t(`end.${ending}.text`) : undefined}
      actions={canRetry ? <Button onPress={onRetry}>{t("action.RETRY")}</Button> : undefined}
    >
      {steps.length > 0 && <NextSteps steps={steps} />}
      {returningTo !== undefined && <BusyIndicator>{t("end.returning", { client: returningTo })}</BusyIndicator>}
    </Screen>
  )
}
