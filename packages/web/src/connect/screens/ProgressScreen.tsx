/**
 * The screen while the service works. Its heading says what happens now, and a list shows the steps, the current one
 * with what it means. If a step takes long, the screen also says why, and offers another way to sign in.
 */
import { useEffect, useState } from "preact/hooks"
import { Button } from "../../components/Button.tsx"
import { NoticeBox } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import { isTextKey, t, textOrDefault } from "../../texts/Texts.ts"
import "./ProgressScreen.css"

const steps = ["start", "login", "collect"] as const

/** The steps that a person sees. */
export type ProgressStep = (typeof steps)[number]

export interface ProgressScreenProps {
  readonly company: string
  /** The operator's name. */
  readonly service: string
  readonly status: string
  readonly step: ProgressStep
  /** True if the session has a return URL: the client can then read nothing until the person finishes. */
  readonly isUnfinished?: boolean
  readonly onCancel: () => void
  readonly onOtherWay?: (() => void) | undefined
}

/** The time before the page says what it is waiting for, in milliseconds. */
const patience = 5_000

const marks = { done: "✓", now: "", later: "" } as const

export const ProgressScreen = (props: ProgressScreenProps) => {
  const { company, isUnfinished = false, onCancel, onOtherWay, service, status, step } = props
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    const timer = setTimeout(() => setSlow(true), patience)
    return () => clearTimeout(timer)
  }, [step])
  const current = steps.indexOf(step)
  const stateOf = (index: number) => {
    if (index === current) return "now"
    return index < current ? "done" : "later"
  }
  const hint = `progress.${status}.hint`
  return (
    <Screen
      title={textOrDefault(`progress.${status}`, "progress.RUNNING", { company })}
      lead={isTextKey(hint) ? t(hint, { company }) : undefined}
      actions={
        <>
          {isSlow && onOtherWay !== undefined && (
            <Button kind="secondary" onPress={onOtherWay}>
              {t("action.OTHER_METHOD")}
            </Button>
          )}
          <Button kind="secondary" onPress={onCancel}>
            {t("cancel")}
          </Button>
        </>
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
              <div>
                <p class="progress__name">
                  {t(`progress.step.${name}`, { company })}
                  {state === "done" && <span class="visually-hidden">: {t("progress.done")}</span>}
                </p>
                {state === "now" && <p class="progress__text">{t(`progress.now.${name}`, { company, service })}</p>}
              </div>
            </li>
          )
        })}
      </ol>
      <div role="status">{isSlow && <NoticeBox>{t("progress.slow", { company })}</NoticeBox>}</div>
      {step === "collect" && <NoticeBox>{t(isUnfinished ? "progress.close.unfinished" : "progress.close")}</NoticeBox>}
    </Screen>
  )
}
