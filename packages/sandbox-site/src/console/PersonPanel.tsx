/** What the person does in a run: scan a code, sign in with an app, answer questions, or visit a bank's page. */
import { Button, ButtonLink } from "@sheaf/web/components/Button"
import { QrCode } from "@sheaf/web/components/QrCode"
import { collections, collectionTexts, consents, consentTexts } from "virtual:statuses"
import { dataIn } from "./calls/CollectedRecords.ts"
import { hasRecords, orderPageIn } from "./calls/ScenarioRun.ts"
import type { RunStatus, ScenarioRun } from "./calls/ScenarioRun.ts"
import { runAfter } from "./calls/FirstRuns.ts"
import { showRecords } from "./ResultPanel.tsx"
import { BankQuestionForm, QuestionForm } from "./QuestionForm.tsx"

const letExpire = "Let it expire"

const buttons = { sign: "Sign", cancel: "Cancel", expire: letExpire } as const

interface AppProps {
  readonly run: ScenarioRun
  readonly code: string | undefined
  readonly page: string
}

/** Plays the person's authenticator app: shows the code to scan and, if the scenario waits for one, the buttons. */
const AppSide = ({ code, page, run }: AppProps) => (
  <div class="person__app">
    {code !== undefined && <QrCode text={code} label="Animated QR code to scan with the authenticator app" />}
    <div class="person__form">
      <p>
        {run.scenario.presses === undefined
          ? "In this scenario, the person acts without you."
          : "The order waits for the person. Press a button here, or on the person's page."}
      </p>
      {run.scenario.presses !== undefined && (
        <div class="person__buttons">
          {Object.entries(buttons).map(([press, name]) => (
            <Button
              key={press}
              kind={run.scenario.presses?.some((each) => each === press) ? "primary" : "secondary"}
              onPress={() => void run.press(press)}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
      <a href={new URL(page, location.origin).pathname} target="_blank" rel="noopener">
        Open the person's page
      </a>
    </div>
  </div>
)

const codeIn = (status: RunStatus): string | undefined =>
  "authInstructions" in status
    ? status.authInstructions?.animatedQrData
    : "extraInformation" in status
      ? status.extraInformation?.SWEDISH_MOBILE_EID_ANIMATED_QR_DATA
      : undefined

const bankPageIn = (status: RunStatus): string | undefined => {
  if ("authInstructions" in status) return status.authInstructions?.redirectUrl
  return "extraInformation" in status ? status.extraInformation?.REDIRECT_URL : undefined
}

/** True while the run waits for somebody, because only then can it time out. */
const canExpire = (run: ScenarioRun, status: RunStatus): boolean =>
  "collectionId" in status
    ? status.pendingInput !== undefined
    : status.status === "AWAITING_AUTHORIZATION" || (status.status === "AUTHORIZED" && run.scenario.expire === true)

const classOf = (status: RunStatus): string | undefined =>
  ("collectionId" in status ? collections : consents)[status.status]?.class

/** Explains why nothing was collected, and what the client's program should do. */
const Meaning = ({ status }: { readonly status: RunStatus }) => {
  const isCollection = "collectionId" in status
  const texts = (isCollection ? collectionTexts : consentTexts)[status.status]
  const section = isCollection ? "31-collection-statuses" : "34-consent-statuses"
  return (
    <>
      <p>Ended in {status.status}.</p>
      <p>{texts?.meaning}</p>
      <p class="soft">For your program: {texts?.clientAction}</p>
      <a href={`/docs/guides/specification#${section}`}>All statuses and what to do</a>
    </>
  )
}

interface EndedProps {
  readonly run: ScenarioRun
  readonly status: RunStatus
}

const Ended = ({ run, status }: EndedProps) => (
  <div class="person__form">
    {status.status === "AUTHORIZED" && <p>The consent is in force.</p>}
    {classOf(status) !== "OUTCOME" && <Meaning status={status} />}
    <div class="person__buttons">
      {hasRecords(status) && !run.isReading.value && dataIn(run.exchanges.all.value) === undefined && (
        <Button onPress={() => void run.readData()}>Read the data</Button>
      )}
      {status.status === "AUTHORIZED" && (
        <>
          <Button busy={run.isReading.value} onPress={() => void run.readData()}>
            Read the accounts
          </Button>
          <Button kind="secondary" onPress={() => void run.revoke()}>
            Revoke the consent
          </Button>
        </>
      )}
    </div>
  </div>
)

/**
 * True if nothing is left to do: a collection has ended without a failure, and its records, if any, have been read or
 * are being read. False for a consent, because its accounts can still be read.
 */
export const isDone = (run: ScenarioRun): boolean => {
  const status = run.current.value
  if (status === undefined || !run.ended.value || run.failure.value !== undefined) return false
  if (!("collectionId" in status) || classOf(status) !== "OUTCOME") return false
  return !hasRecords(status) || run.isReading.value || dataIn(run.exchanges.all.value) !== undefined
}

const plural = new Intl.PluralRules("en-GB")

const recordsIn = (run: ScenarioRun): string => {
  const data = dataIn(run.exchanges.all.value)
  if (data === undefined) return run.isReading.value ? "Reading the records…" : "No records."
  const records = data.insurance.length + data.wealth.length
  return `${records} ${plural.select(records) === "one" ? "record" : "records"}.`
}

const Tick = () => (
  <svg
    class="done__tick"
    viewBox="0 0 24 24"
    width="32"
    height="32"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    <path d="m6.5 12.5 3.5 3.5 7.5-8" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" />
  </svg>
)

/** Shown after a successful run: how long it took, how many records it read, and what to look at next. */
const Done = ({ run }: { readonly run: ScenarioRun }) => {
  const after = run.seen.value.at(-1)?.after
  const next = runAfter(run.scenario.scenario)
  return (
    <div class="done">
      <Tick />
      <p>
        <strong>{after === undefined ? "Done." : `Done in ${(after / 1000).toFixed(1)} s.`}</strong> {recordsIn(run)}
      </p>
      <div class="person__buttons">
        {dataIn(run.exchanges.all.value) !== undefined && (
          <Button kind="quiet" onPress={showRecords}>
            See the records
          </Button>
        )}
        {next !== undefined && (
          <ButtonLink kind="quiet" href={`#/${next.scenario}/run`}>
            {next.press} next
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** Shows what the person sees and can do while the run waits. After a failure, shows what the failure means. */
const Asked = ({ run, status }: EndedProps) => {
  const page = orderPageIn(status)
  const bankPage = bankPageIn(status)
  const isExpirable = canExpire(run, status)
  return (
    <>
      {"collectionId" in status && !run.isAnswering.value && <QuestionForm run={run} status={status} />}
      {"authInstructions" in status && !run.isAnswering.value && (
        <BankQuestionForm run={run} asked={status.authInstructions ?? {}} />
      )}
      {page !== undefined && <AppSide run={run} code={codeIn(status)} page={page} />}
      {bankPage !== undefined && (
        <div class="person__form">
          <p>The person decides on the bank's page, which opens in a new tab.</p>
          <p>
            <ButtonLink href={bankPage} opensTab>
              Open the bank's page
            </ButtonLink>
          </p>
        </div>
      )}
      {!run.ended.value && page === undefined && bankPage === undefined && !isExpirable && (
        <p class="soft">Nothing to do. The service is talking to the company.</p>
      )}
      {run.ended.value && <Ended run={run} status={status} />}
      {isExpirable && (page === undefined || run.scenario.presses === undefined) && (
        <div class="person__expiry">
          <Button kind="quiet" onPress={() => void run.expire()}>
            {letExpire}
          </Button>
        </div>
      )}
    </>
  )
}

export const PersonPanel = ({ run }: { readonly run: ScenarioRun }) => {
  const status = run.current.value
  const done = isDone(run)
  return (
    <section class="panel panel--person" aria-labelledby="person">
      <h2 id="person" class={done ? "visually-hidden" : undefined}>
        The person
      </h2>
      {run.failure.value !== undefined && (
        <p class="failure" role="alert">
          {run.failure.value}
        </p>
      )}
      {status === undefined && run.failure.value === undefined && <p class="soft">Starting…</p>}
      {done && <Done run={run} />}
      {status !== undefined && !done && <Asked run={run} status={status} />}
    </section>
  )
}
