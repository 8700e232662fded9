/** What the person does in a run: scan a code, sign in with an app, answer questions, or visit a bank's page. */
import type { CollectionStatus, ConsentStatus } from "@sheaf/client"
import { Button, ButtonLink } from "@sheaf/web/components/Button"
import { QrCode } from "@sheaf/web/components/QrCode"
import { collections, collectionTexts, consents, consentTexts } from "virtual:statuses"
import { dataIn } from "./calls/CollectedRecords.ts"
import { hasRecords, orderPageIn } from "./calls/ScenarioRun.ts"
import type { ScenarioRun } from "./calls/ScenarioRun.ts"
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

const codeIn = (status: CollectionStatus | ConsentStatus): string | undefined =>
  "authInstructions" in status
    ? status.authInstructions?.animatedQrData
    : "extraInformation" in status
      ? status.extraInformation?.SWEDISH_MOBILE_EID_ANIMATED_QR_DATA
      : undefined

const bankPageIn = (status: CollectionStatus | ConsentStatus): string | undefined => {
  if ("authInstructions" in status) return status.authInstructions?.redirectUrl
  return "extraInformation" in status ? status.extraInformation?.REDIRECT_URL : undefined
}

/** True while the run waits for somebody, because only then can it time out. */
const canExpire = (run: ScenarioRun, status: CollectionStatus | ConsentStatus): boolean =>
  "collectionId" in status
    ? status.pendingInput !== undefined
    : status.status === "AWAITING_AUTHORIZATION" || (status.status === "AUTHORIZED" && run.scenario.expire === true)

/** Explains why nothing was collected, and what the client's program should do. */
const Meaning = ({ status }: { readonly status: CollectionStatus | ConsentStatus }) => {
  const isCollection = "collectionId" in status
  const kind = (isCollection ? collections : consents)[status.status]?.class
  const texts = (isCollection ? collectionTexts : consentTexts)[status.status]
  if (texts === undefined || kind === "OUTCOME") return <p>Nothing more to do.</p>
  return (
    <>
      <p>Ended in {status.status}.</p>
      <p>{texts.meaning}</p>
      <p class="soft">For your program: {texts.clientAction}</p>
    </>
  )
}

const Ended = ({ run, status }: { readonly run: ScenarioRun; readonly status: CollectionStatus | ConsentStatus }) => (
  <div class="person__form">
    {status.status === "AUTHORIZED" ? <p>The consent is in force.</p> : <Meaning status={status} />}
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

export const PersonPanel = ({ run }: { readonly run: ScenarioRun }) => {
  const status = run.current.value
  const page = status && orderPageIn(status)
  const bankPage = status && bankPageIn(status)
  return (
    <section class="panel panel--person" aria-labelledby="person">
      <h2 id="person">The person</h2>
      {run.failure.value !== undefined && (
        <p class="failure" role="alert">
          {run.failure.value}
        </p>
      )}
      {status === undefined && run.failure.value === undefined && <p class="soft">Starting…</p>}
      {status !== undefined && "collectionId" in status && !run.isAnswering.value && (
        <QuestionForm run={run} status={status} />
      )}
      {status !== undefined && "authInstructions" in status && !run.isAnswering.value && (
        <BankQuestionForm run={run} asked={status.authInstructions ?? {}} />
      )}
      {status !== undefined && page !== undefined && <AppSide run={run} code={codeIn(status)} page={page} />}
      {bankPage !== undefined && (
        <div class="person__form">
          <p>
            The person decides on the bank's page. Its certificate is the sandbox's own, so the browser warns about it.
            The page opens in a new tab.
          </p>
          <p>
            <ButtonLink href={bankPage} opensTab>
              Open the bank's page
            </ButtonLink>
          </p>
        </div>
      )}
      {status !== undefined &&
        !run.ended.value &&
        page === undefined &&
        bankPage === undefined &&
        !canExpire(run, status) && <p class="soft">Nothing to do. The service is talking to the company.</p>}
      {status !== undefined && run.ended.value && <Ended run={run} status={status} />}
      {status !== undefined && canExpire(run, status) && (page === undefined || run.scenario.presses === undefined) && (
        <div class="person__expiry">
          <Button kind="quiet" onPress={() => void run.expire()}>
            {letExpire}
          </Button>
        </div>
      )}
    </section>
  )
}
