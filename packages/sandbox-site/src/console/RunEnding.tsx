/** How a run ended: what it returned, or what stopped it, where, and what to try. */
import { Button, ButtonLink } from "@sheaf/web/components/Button"
import type { ConsentStatus } from "@sheaf/client"
import { collectionTexts, consentTexts } from "virtual:statuses"
import type { ComponentChildren } from "preact"
import { dataIn } from "./calls/CollectedRecords.ts"
import { runAfter } from "./calls/FirstRuns.ts"
import { hasRecords } from "./calls/ScenarioRun.ts"
import type { RunStatus, ScenarioRun } from "./calls/ScenarioRun.ts"
import { toneOf } from "./StatusBadge.tsx"
import { stagesOf } from "./Timeline.tsx"

/** True after a run has ended and its records, if any, have been read, and while a consent is in force. */
export const isOver = (run: ScenarioRun): boolean => {
  const status = run.current.value
  if (status === undefined || !run.ended.value) return false
  if (status.status === "AUTHORIZED") return true
  if (run.failure.value !== undefined) return false
  return !hasRecords(status) || run.isReading.value || dataIn(run.exchanges.all.value) !== undefined
}

const plural = new Intl.PluralRules("en-GB")

const recordsIn = (run: ScenarioRun): string => {
  const data = dataIn(run.exchanges.all.value)
  if (data === undefined) return run.isReading.value ? "Reading the records…" : "No records."
  const records = data.insurance.length + data.wealth.length
  return `${records} ${plural.select(records) === "one" ? "record" : "records"}.`
}

/** SVG paths on a 24 × 24 grid. */
const marks = {
  success: "m6.5 12.5 3.5 3.5 7.5-8",
  danger: "M12 6.5v7M12 17.2h0",
  neutral: "M7 12h10"
} as const

interface BarProps {
  readonly mark: keyof typeof marks
  readonly title: string
  readonly text?: string
  readonly children?: ComponentChildren
}

const Bar = ({ children, mark, text, title }: BarProps) => (
  <div class="ending">
    <svg class={`ending__mark ending__mark--${mark}`} viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
      <path d={marks[mark]} />
    </svg>
    <p>
      <strong>{title}</strong> {text}
    </p>
    <div class="person__buttons">{children}</div>
  </div>
)

const timeOf = (run: ScenarioRun, word: string, preposition: string): string => {
  const after = run.seen.value.at(-1)?.after
  return after === undefined ? `${word}.` : `${word} ${preposition} ${(after / 1000).toFixed(1)} s.`
}

const Done = ({ run }: { readonly run: ScenarioRun }) => {
  const next = runAfter(run.scenario.scenario)
  return (
    <Bar mark="success" title={timeOf(run, "Done", "in")} text={recordsIn(run)}>
      {next !== undefined && (
        <ButtonLink kind="quiet" href={`#/${next.scenario}/run`}>
          {next.press} next
        </ButtonLink>
      )}
    </Bar>
  )
}

export const letExpire = "Let it expire"

const dayMillis = 86_400_000

/** Formats a consent's end: the day in UTC, like the request's `validUntil`, or the local time if it is near. */
const endOf = ({ expiresAt }: ConsentStatus): string => {
  const end = Date.parse(expiresAt)
  const format: Intl.DateTimeFormatOptions =
    end - Date.now() < dayMillis ? { timeStyle: "medium" } : { dateStyle: "long", timeZone: "UTC" }
  return new Intl.DateTimeFormat("en-GB", format).format(end)
}

interface InForceProps {
  readonly run: ScenarioRun
  readonly status: ConsentStatus
}

const InForce = ({ run, status }: InForceProps) => (
  <Bar mark="success" title={`The consent is in force until ${endOf(status)}.`}>
    <Button busy={run.isReading.value} onPress={() => void run.readData()}>
      Read the accounts
    </Button>
    <Button kind="secondary" onPress={() => void run.revoke()}>
      Revoke the consent
    </Button>
    {run.scenario.expire === true && (
      <Button kind="quiet" onPress={() => void run.expire()}>
        {letExpire}
      </Button>
    )}
  </Bar>
)

/** Returns the reason that the service gives for a failure. */
const reasonOf = (status: RunStatus) =>
  "collectionId" in status ? status.extraInformation?.FAILURE_REASON : "error" in status ? status.error : undefined

interface StoppedProps {
  readonly run: ScenarioRun
  readonly status: RunStatus
}

/** Explains why nothing more comes, and what the client's program should do. */
const Stopped = ({ run, status: current }: StoppedProps) => {
  const { status } = current
  const isCollection = run.scenario.kind === "COLLECTION"
  const texts = (isCollection ? collectionTexts : consentTexts)[status]
  const section = isCollection ? "31-collection-statuses" : "34-consent-statuses"
  const isFailure = toneOf(status) === "danger"
  const last = stagesOf(run).findLast((stage) => stage.state !== "EXPECTED" && stage.status !== status)
  return (
    <>
      <Bar
        mark={isFailure ? "danger" : "neutral"}
        title={timeOf(run, isFailure ? "Failed" : "Ended", "after")}
        text={status === run.scenario.finalStatus ? "As expected." : ""}
      />
      <dl class="ending__facts">
        <div>
          <dt>{isFailure ? "What failed" : "What happened"}</dt>
          <dd>{reasonOf(current)?.message ?? texts?.meaning}</dd>
        </div>
        {isFailure && last && (
          <div>
            <dt>Where</dt>
            <dd>
              At {run.scenario.companyName}, in <code>{last.status}</code>
            </dd>
          </div>
        )}
        <div>
          <dt>What to try</dt>
          <dd>{texts?.clientAction}</dd>
          <dd>
            <a href={`/docs/guides/specification#${section}`}>All statuses and what to do</a>
          </dd>
        </div>
      </dl>
    </>
  )
}

export const RunEnding = ({ run }: { readonly run: ScenarioRun }) => {
  const status = run.current.value
  if (status === undefined) return null
  if (status.status === "AUTHORIZED") return <InForce run={run} status={status} />
  return toneOf(status.status) === "success" ? <Done run={run} /> : <Stopped run={run} status={status} />
}
