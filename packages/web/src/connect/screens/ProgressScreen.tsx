/**
 * The screen while the service works. Shows the steps and describes the current one. If the wait is long, also says
 * why.
 */
import { useEffect, useState } from "preact/hooks"
import { Button } from "../../components/Button.tsx"
import { NoticeBox } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import { t, textOrDefault } from "../../texts/Texts.ts"
import "./ProgressScreen.css"

const steps = ["start", "login", "collect"] as const

/** The steps that a person sees. */
export type ProgressStep = (typeof steps)[number]

export interface ProgressScreenProps {
  readonly company: string
  readonly status: string
  readonly step: ProgressStep
  /** True if the session has a return URL: the client can then read nothing until the person finishes. */
  readonly isUnfinished?: boolean
  readonly onOtherWay?: (() => void) | undefined
}

/** The time before the page says what it is waiting for, in milliseconds. */
const patience = 10_000

const marks = { done: "✓", now: "", later: "" } as const

export const ProgressScreen = (props: ProgressScreenProps) => {
  const { company, isUnfinished = false, onOtherWay, status, step } = props
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    const timer = setTimeout(() => setSlow(true), patience)
    return () => clearTimeout(timer)
  }, [status])
  const current = steps.indexOf(step)
  const stateOf = (index: number) => {
    if (index === current) return "now"
    return index < current ? "done" : "later"
  }
  return (
    <Screen
      title={t(step === "collect" ? "progress.title.COLLECTING" : "progress.title", { company })}
      actions={
        onOtherWay && (
          <Button kind="secondary" onPress={onOtherWay}>
            {t("action.OTHER_METHOD")}
          </Button>
        )
      }
    >
      <ol class="progress">
        {steps.map((name, index) => {
          const state = stateOf(index)
          return (
            <li key={name} class={`progress__step progress__step--${state}`} aria-current={state === "now" && "step"}>
              <span class="progress__mark" aria-hidden="true">
                {marks[state]}
              </span>
              {t(`progress.step.${name}`, { company })}
              {state === "done" && <span class="visually-hidden">: {t("progress.done")}</span>}
            </li>
          )
        })}
      </ol>
      <p class="progress__status" role="status">
        {textOrDefault(`progress.${status}`, "progress.RUNNING", { company })}
      </p>
      {isSlow && <NoticeBox>{t("progress.slow", { company })}</NoticeBox>}
      {step === "collect" && <NoticeBox>{t(isUnfinished ? "progress.close.unfinished" : "progress.close")}</NoticeBox>}
    </Screen>
  )
}
