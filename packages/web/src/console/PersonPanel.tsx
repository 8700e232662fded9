/** The person's side of a run: code to scan, app to sign in, questions to answer, bank's page to visit. */
import { useSignal } from "@preact/signals"
import type { CollectionInputs, CollectionStatus, ConsentStatus, InputType, SupplementInfo } from "@sheaf/client"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { TextField } from "../parts/Fields.tsx"
import { QrCode } from "../parts/QrCode.tsx"
import type { ScenarioRun } from "./calls/ScenarioRun.ts"

interface AskedProps {
  readonly run: ScenarioRun
  readonly status: CollectionStatus
}

const submitting = (send: () => void) => (event: SubmitEvent) => {
  event.preventDefault()
  send()
}

/** Adds the question's id, so that the answer is never taken for the answer to a later question. */
const withId = ({ pendingInput }: CollectionStatus) => (pendingInput ? { inputId: pendingInput.inputId } : {})

const CodeForm = ({ run, status }: AskedProps) => {
  const prepared = run.nextAnswer
  const code = useSignal(prepared?.type === "TWO_FACTOR_CODE" ? prepared.value : "")
  const { REFERENCE_NUMBER, TWO_FACTOR_AUTHENTICATION_INSTRUCTION: instruction } = status.extraInformation ?? {}
  const send = () => void run.answer({ type: "TWO_FACTOR_CODE", value: code.value, ...withId(status) })
  return (
    <form class="person__form" onSubmit={submitting(send)}>
      <p>{instruction?.authenticationInstruction}</p>
      {REFERENCE_NUMBER !== undefined && (
        <p>
          Reference number: <strong>{REFERENCE_NUMBER}</strong>
        </p>
      )}
      <TextField name="code" label="Code" isCode value={code.value} onInput={(value) => (code.value = value)} />
      <Button>Send the code</Button>
    </form>
  )
}

const ChoiceForm = ({ run, status }: AskedProps) => (
  <div class="person__form">
    <p>The company asks where to send the code.</p>
    <div class="person__buttons">
      {status.extraInformation?.AVAILABLE_TWO_FACTOR_METHODS?.map((method) => (
        <Button
          key={method.id}
          kind={
            run.nextAnswer?.type === "TWO_FACTOR_CHOICE" && run.nextAnswer.methodId === method.id
              ? "primary"
              : "secondary"
          }
          onPress={() => void run.answer({ type: "TWO_FACTOR_CHOICE", methodId: method.id, ...withId(status) })}
        >
          {method.id}
        </Button>
      ))}
    </div>
  </div>
)

const inputNames: Readonly<Record<InputType, string>> = {
  EMAIL: "Email address",
  MOBILE_PHONE_NUMBER: "Mobile phone number",
  SWEDISH_PERSONAL_NUMBER: "Personal number",
  ACCOUNT_OWNER_NAME: "Name of the account owner"
}

const InputForm = ({ run, status }: AskedProps) => {
  const prepared = run.nextAnswer
  const inputs = useSignal<CollectionInputs>(prepared?.type === "COLLECTION_INPUT" ? prepared.inputs : {})
  const send = () => void run.answer({ type: "COLLECTION_INPUT", inputs: inputs.value, ...withId(status) })
  return (
    <form class="person__form" onSubmit={submitting(send)}>
      <p>The company asks for more details.</p>
      {status.extraInformation?.REQUIRED_INPUT_TYPES?.map((type) => (
        <TextField
          key={type}
          name={type}
          label={inputNames[type]}
          value={inputs.value[type] ?? ""}
          onInput={(value) => (inputs.value = { ...inputs.value, [type]: value })}
        />
      ))}
      <Button>Send the details</Button>
    </form>
  )
}

/** The prepared responses of the person's device, one for each request. */
const deviceResponses = (run: ScenarioRun, status: CollectionStatus): ReadonlyArray<SupplementInfo> => {
  const requests = status.extraInformation?.INSTRUCTIONS ?? []
  const all = run.scenario.kind === "COLLECTION" ? (run.scenario.supplements ?? []) : []
  return all.slice(run.answered.value, run.answered.value + requests.length)
}

const DeviceForm = ({ run, status }: AskedProps) => {
  const send = () => void run.answer(...deviceResponses(run, status))
  return (
    <div class="person__form">
      <p>The collection asks the person's device to send requests to the company.</p>
      <div>
        <Button onPress={send}>Send the prepared responses</Button>
      </div>
    </div>
  )
}

/** The form for the collection's question. Its key renews it with each question. */
const QuestionForm = ({ run, status }: AskedProps) => {
  const { AVAILABLE_TWO_FACTOR_METHODS, INSTRUCTIONS, REQUIRED_INPUT_TYPES } = status.extraInformation ?? {}
  const props = { run, status }
  if (AVAILABLE_TWO_FACTOR_METHODS !== undefined) return <ChoiceForm {...props} />
  if (REQUIRED_INPUT_TYPES !== undefined) return <InputForm key={REQUIRED_INPUT_TYPES.join()} {...props} />
  if (INSTRUCTIONS !== undefined) return <DeviceForm {...props} />
  return status.pendingInput?.type === "TWO_FACTOR_CODE" ? (
    <CodeForm key={status.pendingInput.inputId} {...props} />
  ) : null
}

const buttons = { sign: "Sign", cancel: "Cancel", expire: "Let it expire" } as const

interface AppProps {
  readonly run: ScenarioRun
  readonly code: string | undefined
  readonly page: string
}

/** The person's authenticator app: the code to scan, and the buttons if the scenario waits for one. */
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

const bankPageIn = (status: CollectionStatus | ConsentStatus): string | undefined =>
  "authInstructions" in status ? status.authInstructions?.redirectUrl : undefined

/** True while the run waits for somebody, so that it can time out. */
const canExpire = (run: ScenarioRun, status: CollectionStatus | ConsentStatus): boolean =>
  "collectionId" in status
    ? status.pendingInput !== undefined
    : status.status === "AWAITING_AUTHORIZATION" || (status.status === "AUTHORIZED" && run.scenario.expire === true)

const Ended = ({ run, status }: { readonly run: ScenarioRun; readonly status: CollectionStatus | ConsentStatus }) => (
  <div class="person__form">
    <p>{status.status === "AUTHORIZED" ? "The consent is in force." : `Ended in ${status.status}.`}</p>
    <div class="person__buttons">
      {"collectionId" in status && /^COMPLETED(?:_PARTIAL)?$/.test(status.status) && (
        <Button onPress={() => void run.readData()}>Read the data</Button>
      )}
      {status.status === "AUTHORIZED" && (
        <Button kind="secondary" onPress={() => void run.revoke()}>
          Revoke the consent
        </Button>
      )}
    </div>
  </div>
)

export const PersonPanel = ({ run }: { readonly run: ScenarioRun }) => {
  const status = run.current.value
  const page = status?.sandboxPageUrl
  const bankPage = status && bankPageIn(status)
  return (
    <section class="panel" aria-labelledby="person">
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
      {status !== undefined && page !== undefined && <AppSide run={run} code={codeIn(status)} page={page} />}
      {bankPage !== undefined && (
        <div class="person__form">
          <p>
            The person decides on the bank's page. Its certificate is the sandbox's own, so the browser warns about it.
          </p>
          <p>
            <ButtonLink href={bankPage}>Open the bank's page</ButtonLink>
          </p>
        </div>
      )}
      {status !== undefined &&
        !run.ended.value &&
        page === undefined &&
        bankPage === undefined &&
        !canExpire(run, status) && <p class="soft">Nothing to do. The service is talking to the company.</p>}
      {status !== undefined && run.ended.value && <Ended run={run} status={status} />}
      {status !== undefined && canExpire(run, status) && (
        <div>
          <Button kind="quiet" onPress={() => void run.expire()}>
            Let it time out now
          </Button>
        </div>
      )}
    </section>
  )
}
