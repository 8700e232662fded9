/** Shows why a collection or consent ended without a result, and the step that the status table recommends. */
import { useEffect, useState } from "preact/hooks"
import { Reference } from "../../components/Reference.tsx"
import { Button } from "../../components/Button.tsx"
import { NoticeBox } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import type { ScreenMark } from "../../components/Screen.tsx"
import { formatDuration } from "../../texts/Formats.ts"
import { isTextKey, t, textOrDefault } from "../../texts/Texts.ts"

export interface ProblemScreenProps {
  readonly client: string
  readonly company: string
  readonly status: string
  /** The code of the failure reason, which can explain more than the status. */
  readonly reason?: string | undefined
  /** True if the companies that the person can choose instead are banks. */
  readonly isBank: boolean
  /** The identifier of the collection or consent, which the person can quote to the client. */
  readonly reference?: string | undefined
  /** The advice of the status table, for example `RETRY`. */
  readonly advice: string
  /** The time at which a new attempt makes sense, in milliseconds since 1970. */
  readonly notBefore?: number | undefined
  /** Does what `advice` says. */
  readonly onFollow: () => void
  /** Chooses another way to sign in. Absent if the company has no other. */
  readonly onOtherMethod?: (() => void) | undefined
  readonly onOtherCompany?: (() => void) | undefined
  /** Ends the session, and shares the data and consents of the companies that the person linked before this one. */
  readonly onFinish: () => void
  /** Ends the session without sharing anything. Present only if there is nothing to share. */
  readonly onStop?: (() => void) | undefined
}

/** Statuses that are not failures, so there is nothing to report. */
const expected: ReadonlyArray<string> = ["COMPLETED_EMPTY", "REVOKED", "EXPIRED"]

const markOf = (status: string): ScreenMark => (/TIMEOUT|EXPIRED/.test(status) ? "clock" : "warning")

const useSecondsUntil = (time: number | undefined): number => {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    if (time === undefined) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [time])
  return time === undefined ? 0 : Math.max(0, (time - now) / 1000)
}

export const ProblemScreen = (props: ProblemScreenProps) => {
  const { advice, client, company, isBank, notBefore, reason, reference, status } = props
  const { onFinish, onFollow, onOtherCompany, onOtherMethod, onStop } = props
  const seconds = useSecondsUntil(notBefore)
  const values = { client, company }
  const explained = `reason.${reason ?? ""}`
  const action = `action.${advice}`
  const isEnd = !isTextKey(action)
  return (
    <Screen
      mark={markOf(status)}
      title={textOrDefault(`problem.${status}`, "problem.FAILED", values)}
      lead={
        isTextKey(explained)
          ? t(explained, values)
          : textOrDefault(`problem.${status}.text`, "problem.FAILED.text", values)
      }
      actions={
        <>
          {isTextKey(action) && seconds === 0 && <Button onPress={onFollow}>{t(action)}</Button>}
          {onOtherMethod !== undefined && (
            <Button kind="secondary" onPress={onOtherMethod}>
              {t("action.OTHER_METHOD")}
            </Button>
          )}
          {onOtherCompany !== undefined && (
            <Button kind={isEnd ? "primary" : "secondary"} onPress={onOtherCompany}>
              {t(isBank ? "action.otherCompany.bank" : "action.otherCompany")}
            </Button>
          )}
          <Button kind={isEnd && onOtherCompany === undefined ? "primary" : "quiet"} onPress={onStop ?? onFinish}>
            {t(onStop === undefined ? "finish" : "stop")}
          </Button>
        </>
      }
      foot={
        reference !== undefined && !expected.includes(status) ? (
          <Reference text={t("problem.reference", { client })} value={reference} />
        ) : undefined
      }
    >
      {seconds > 0 && <NoticeBox kind="warning">{t("wait", { time: formatDuration(seconds) })}</NoticeBox>}
    </Screen>
  )
}
