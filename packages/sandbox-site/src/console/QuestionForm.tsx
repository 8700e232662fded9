/** Forms for a collection's questions, filled in with the answers that the scenario expects. */
import { useSignal } from "@preact/signals"
import type { CollectionInputs, CollectionStatus, ConsentStatus, InputType, SupplementInfo } from "@sheaf/client"
import { Button } from "@sheaf/web/components/Button"
import { TextField } from "@sheaf/web/components/Fields"
import type { ScenarioRun } from "./calls/ScenarioRun.ts"

export interface QuestionFormProps {
  readonly run: ScenarioRun
  readonly status: CollectionStatus
}

const submitting = (send: () => void) => (event: SubmitEvent) => {
  event.preventDefault()
  send()
}

/** Adds the question's id, so that the answer can never be taken for an answer to a later question. */
const withId = ({ pendingInput }: CollectionStatus) => (pendingInput ? { inputId: pendingInput.inputId } : {})

const CodeForm = ({ run, status }: QuestionFormProps) => {
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

const ChoiceForm = ({ run, status }: QuestionFormProps) => (
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
  ACCOUNT_OWNER_NAME: "Name of the account owner",
  PERSONAL_CODE: "Personal code",
  DATE_OF_BIRTH: "Date of birth",
  POSTAL_CODE: "Postal code",
  REGION: "Region",
  POLICY_NUMBER: "Policy number",
  CUSTOMER_NUMBER: "Customer number",
  USERNAME: "Username",
  TEXT: "Text",
  CHOICE: "Choice"
}

const InputForm = ({ run, status }: QuestionFormProps) => {
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

/** The prepared responses of the person's device, one per request. */
const deviceResponses = (run: ScenarioRun, status: CollectionStatus): ReadonlyArray<SupplementInfo> => {
  const requests = status.extraInformation?.INSTRUCTIONS ?? []
  const all = run.scenario.kind === "COLLECTION" ? (run.scenario.supplements ?? []) : []
  return all.slice(run.answered.value, run.answered.value + requests.length)
}

const DeviceForm = ({ run, status }: QuestionFormProps) => {
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

/**
 * The form for a collection's question. Forms with input fields have a `key`, so that they are reset when the question
 * changes.
 */
export const QuestionForm = ({ run, status }: QuestionFormProps) => {
  const { AVAILABLE_TWO_FACTOR_METHODS, INSTRUCTIONS, REQUIRED_INPUT_TYPES } = status.extraInformation ?? {}
  const props = { run, status }
  if (AVAILABLE_TWO_FACTOR_METHODS !== undefined) return <ChoiceForm {...props} />
  if (REQUIRED_INPUT_TYPES !== undefined) return <InputForm key={REQUIRED_INPUT_TYPES.join()} {...props} />
  if (INSTRUCTIONS !== undefined) return <DeviceForm {...props} />
  return status.pendingInput?.type === "TWO_FACTOR_CODE" ? (
    <CodeForm key={status.pendingInput.inputId} {...props} />
  ) : null
}

interface BankQuestionProps {
  readonly run: ScenarioRun
  readonly asked: NonNullable<ConsentStatus["authInstructions"]>
}

const BankCodeForm = ({ asked, run }: BankQuestionProps) => {
  const prepared = run.nextBankAnswer
  const code = useSignal(prepared?.type === "TWO_FACTOR_CODE" ? prepared.value : "")
  return (
    <form
      class="person__form"
      onSubmit={submitting(() => void run.answerBank({ type: "TWO_FACTOR_CODE", value: code.value }))}
    >
      <p>{asked.twoFactorInstruction?.authenticationInstruction}</p>
      <TextField name="code" label="Code" isCode value={code.value} onInput={(value) => (code.value = value)} />
      <Button>Send the code</Button>
    </form>
  )
}

/** The form for a bank's question about a consent. */
export const BankQuestionForm = ({ asked, run }: BankQuestionProps) => {
  if (asked.twoFactorInstruction !== undefined) return <BankCodeForm asked={asked} run={run} />
  if (asked.twoFactorMethods === undefined) return null
  const { nextBankAnswer: next } = run
  return (
    <div class="person__form">
      <p>The bank asks how the person authorizes the consent.</p>
      <div class="person__buttons">
        {asked.twoFactorMethods.map(({ id }) => (
          <Button
            key={id}
            kind={next?.type === "TWO_FACTOR_CHOICE" && next.methodId === id ? "primary" : "secondary"}
            onPress={() => void run.answerBank({ type: "TWO_FACTOR_CHOICE", methodId: id })}
          >
            {id}
          </Button>
        ))}
      </div>
    </div>
  )
}
