/** The screens without a next step: a finished session, and links that cannot be opened. */
import { useEffect } from "preact/hooks"
import { Button, ButtonLink } from "../../components/Button.tsx"
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

export interface EndScreenProps {
  readonly ending: Ending
  /** The client that sent the person here. Absent if this browser does not know it. */
  readonly client?: string | undefined
  /** The operator's help page. */
  readonly helpUrl?: string | undefined
  /** True while the browser goes back to the client. */
  readonly returning?: boolean
  /** Goes back to the client. Absent if the session has no return URL. */
  readonly onReturn?: (() => void) | undefined
  /** Opens the page again. */
  readonly onRetry: () => void
}

/** What the person can do about a link that does not open, one step after another. */
const nextStepsOf = ({ client, ending }: Pick<EndScreenProps, "client" | "ending">): ReadonlyArray<string> => {
  const renewal = client === undefined ? t("end.next") : t("end.next.client", { client })
  if (ending === "notFound") return [t("end.notFound.next"), renewal]
  if (ending === "elsewhere") return [t("end.elsewhere.next")]
  return ending === "expired" || ending === "removed" ? [renewal] : []
}

/** True if the screen itself leads to the operator's help page. */
export const offersHelp = (ending: Ending): boolean => ending === "failed" || nextStepsOf({ ending }).length > 0

const NextSteps = ({ steps }: { readonly steps: ReadonlyArray<string> }) => (
  <section class="end__next" aria-labelledby="next">
    <h2 id="next">{t("end.steps")}</h2>
    {steps.length === 1 ? (
      <p>{steps[0]}</p>
    ) : (
      <ul>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    )}
  </section>
)

const leadOf = ({ client, ending, onReturn, returning = false }: EndScreenProps) => {
  if (returning) return undefined
  // With a return URL, the client gets nothing before it knows who came back.
  const isShared = ending === "COMPLETED" && onReturn === undefined && client !== undefined
  return isShared ? t("end.COMPLETED.shared", { client }) : t(`end.${ending}.text`)
}

interface ActionsProps extends EndScreenProps {
  readonly canRetry: boolean
}

const Actions = ({ canRetry, client = "", helpUrl, onRetry, onReturn }: ActionsProps) => (
  <>
    {canRetry && <Button onPress={onRetry}>{t("action.RETRY")}</Button>}
    {onReturn !== undefined && <Button onPress={onReturn}>{t("end.back", { client })}</Button>}
    {helpUrl !== undefined && (
      <ButtonLink kind="secondary" href={helpUrl} isHelp>
        {t("end.help")}
      </ButtonLink>
    )}
  </>
)

export const EndScreen = (props: EndScreenProps) => {
  const { client = "", ending, onRetry, onReturn, returning = false } = props
  const helpUrl = offersHelp(ending) ? props.helpUrl : undefined
  const steps = nextStepsOf(props)
  const canRetry = ending === "offline" || ending === "failed"
  const hasActions = canRetry || onReturn !== undefined || helpUrl !== undefined
  useEffect(() => {
    if (!canRetry) return
    addEventListener("online", onRetry)
    return () => removeEventListener("online", onRetry)
  }, [canRetry])
  return (
    <Screen
      title={t(`end.${ending}`)}
      mark={marks[ending]}
      lead={leadOf(props)}
      actions={hasActions ? <Actions {...props} canRetry={canRetry} helpUrl={helpUrl} /> : undefined}
    >
      {steps.length > 0 && <NextSteps steps={steps} />}
      {returning && <BusyIndicator>{t("end.returning", { client })}</BusyIndicator>}
    </Screen>
  )
}
