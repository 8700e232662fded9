/** What the person does in a run: scan a code, sign in with an app, answer questions, or visit a bank's page. */
import { Button, ButtonLink } from "@sheaf/web/components/Button"
import { QrCode } from "@sheaf/web/components/QrCode"
import { dataIn } from "./calls/CollectedRecords.ts"
import { hasRecords, orderPageIn } from "./calls/ScenarioRun.ts"
import type { RunStatus, ScenarioRun } from "./calls/ScenarioRun.ts"
import { BankQuestionForm, QuestionForm } from "./QuestionForm.tsx"
import { isOver, letExpire, RunEnding } from "./RunEnding.tsx"

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
          ? "The sandbox plays the person's app, so nobody has to scan or press anything."
          : "The sandbox plays the person's app, which waits for a button, here or on the person's page."}
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
const canExpire = (status: RunStatus): boolean =>
  "collectionId" in status ? status.pendingInput !== undefined : status.status === "AWAITING_AUTHORIZATION"

interface AskedProps {
  readonly run: ScenarioRun
  readonly status: RunStatus
}

/** While the run waits: what the person sees and can do. After it has ended: its records, until they are read. */
const Asked = ({ run, status }: AskedProps) => {
  const page = orderPageIn(status)
  const bankPage = bankPageIn(status)
  const isExpirable = canExpire(status)
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
      {hasRecords(status) && !run.isReading.value && dataIn(run.exchanges.all.value) === undefined && (
        <div>
          <Button onPress={() => void run.readData()}>Read the data</Button>
        </div>
      )}
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
  const isEnded = isOver(run)
  return (
    <section class="panel panel--person" aria-labelledby="person">
      <h2 id="person" tabIndex={-1} class={isEnded ? "visually-hidden" : undefined}>
        The person
      </h2>
      {run.failure.value !== undefined && (
        <p class="failure" role="alert">
          {run.failure.value}
        </p>
      )}
      {run.isCrowded.value && (
        <div class="person__form">
          <p>Earlier runs still wait for this person, perhaps in other tabs.</p>
          <Button onPress={() => void run.startAlone()}>End all waiting runs, and run this one</Button>
        </div>
      )}
      {status === undefined && run.failure.value === undefined && <p class="soft">Starting…</p>}
      {isEnded && <RunEnding run={run} />}
      {status !== undefined && !isEnded && <Asked run={run} status={status} />}
    </section>
  )
}
