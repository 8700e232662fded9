/** The questions of a collection, and the handlers that answer them. */
import type { PolledStatus } from "./StatusPolling.ts"
import type { SheafProblem } from "../transport/Errors.ts"

export interface StatusWithInput extends PolledStatus {
  readonly pendingInput?: { readonly inputId: string; readonly type: QuestionType; readonly expiresAt: string }
  readonly extraInformation?: {
    readonly AVAILABLE_TWO_FACTOR_METHODS?: ReadonlyArray<object>
    readonly TWO_FACTOR_AUTHENTICATION_INSTRUCTION?: { readonly responseType: string }
    readonly REQUIRED_INPUT_TYPES?: ReadonlyArray<string>
    readonly REQUIRED_INPUTS?: ReadonlyArray<object>
    readonly INSTRUCTIONS?: ReadonlyArray<object>
  }
}

export type QuestionType = "TWO_FACTOR_CODE" | "TWO_FACTOR_CHOICE" | "COLLECTION_INPUT" | "RESPONSE_OBJECT"

export interface Question<Status> {
  readonly type: QuestionType
  readonly status: Status
  /** Aborts when the question expires or the caller cancels. Close the form when that happens. */
  readonly signal: AbortSignal
  /** Returns how many milliseconds are left. Returns Infinity if the API version does not say. */
  readonly millisecondsLeft: () => number
  /** Present if Sheaf rejected the previous answer to this question, with the reason. Show the form again. */
  readonly rejected: SheafProblem | undefined
}

type Information<Status extends StatusWithInput> = NonNullable<Status["extraInformation"]>
type Given<Status extends StatusWithInput, Key extends keyof Information<Status>> = NonNullable<
  Information<Status>[Key]
>
type Answer<A> = A | PromiseLike<A>

export interface InputHandlers<Status extends StatusWithInput, Inputs, DeviceResponse> {
  /** Returns the code that the instruction asked for. */
  readonly TWO_FACTOR_CODE?: (
    question: Question<Status> & { readonly instruction: Given<Status, "TWO_FACTOR_AUTHENTICATION_INSTRUCTION"> }
  ) => Answer<string>
  /** Returns the chosen method's id. */
  readonly TWO_FACTOR_CHOICE?: (
    question: Question<Status> & { readonly methods: Given<Status, "AVAILABLE_TWO_FACTOR_METHODS"> }
  ) => Answer<string>
  /** Returns an object with a value for each input type that the company asks for. */
  readonly COLLECTION_INPUT?: (
    question: Question<Status> & {
      readonly inputTypes: Given<Status, "REQUIRED_INPUT_TYPES">
      /**
       * The inputs of `inputTypes`, with the company's own labels, formats and options. `undefined` if the company has
       * none.
       */
      readonly inputs: Given<Status, "REQUIRED_INPUTS"> | undefined
    }
  ) => Answer<Inputs>
  /** Executes the requests on the person's device. Returns one response for each. */
  readonly RESPONSE_OBJECT?: (
    question: Question<Status> & { readonly requests: Given<Status, "INSTRUCTIONS"> }
  ) => Answer<ReadonlyArray<DeviceResponse>>
}

/** Older versions show the question only in `extraInformation`. */
export const questionTypeOf = ({ extraInformation = {}, pendingInput }: StatusWithInput): QuestionType | undefined => {
  const { AVAILABLE_TWO_FACTOR_METHODS, INSTRUCTIONS, REQUIRED_INPUT_TYPES, TWO_FACTOR_AUTHENTICATION_INSTRUCTION } =
    extraInformation
  if (pendingInput !== undefined) return pendingInput.type
  if (AVAILABLE_TWO_FACTOR_METHODS !== undefined) return "TWO_FACTOR_CHOICE"
  if (REQUIRED_INPUT_TYPES !== undefined) return "COLLECTION_INPUT"
  if (INSTRUCTIONS !== undefined) return "RESPONSE_OBJECT"
  const { responseType = "NONE" } = TWO_FACTOR_AUTHENTICATION_INSTRUCTION ?? {}
  return responseType === "NONE" ? undefined : "TWO_FACTOR_CODE"
}

export const handlerFor = <Status extends StatusWithInput, Inputs, DeviceResponse extends object>(
  handlers: InputHandlers<Status, Inputs, DeviceResponse>,
  question: Question<Status>
): (() => Promise<ReadonlyArray<object>>) | undefined => {
  const { status, type } = question
  // The question's type determines what the status contains.
  const given = <Key extends keyof Information<Status>>(key: Key): Given<Status, Key> =>
    (status.extraInformation as Information<Status>)[key] as Given<Status, Key>
  const inputId = status.pendingInput?.inputId
  const answerWith = (answer: object): ReadonlyArray<object> => [
    { type, ...(inputId === undefined ? {} : { inputId }), ...answer }
  ]
  const { COLLECTION_INPUT, RESPONSE_OBJECT, TWO_FACTOR_CHOICE, TWO_FACTOR_CODE } = handlers
  if (type === "TWO_FACTOR_CODE" && TWO_FACTOR_CODE !== undefined) {
    const instruction = given("TWO_FACTOR_AUTHENTICATION_INSTRUCTION")
    return async () => answerWith({ value: await TWO_FACTOR_CODE({ ...question, instruction }) })
  }
  if (type === "TWO_FACTOR_CHOICE" && TWO_FACTOR_CHOICE !== undefined) {
    const methods = given("AVAILABLE_TWO_FACTOR_METHODS")
    return async () => answerWith({ methodId: await TWO_FACTOR_CHOICE({ ...question, methods }) })
  }
  if (type === "COLLECTION_INPUT" && COLLECTION_INPUT !== undefined) {
    const inputTypes = given("REQUIRED_INPUT_TYPES")
    const inputs = status.extraInformation?.REQUIRED_INPUTS
    return async () => answerWith({ inputs: await COLLECTION_INPUT({ ...question, inputTypes, inputs }) })
  }
  if (type === "RESPONSE_OBJECT" && RESPONSE_OBJECT !== undefined) {
    const requests = given("INSTRUCTIONS")
    return async () => (await RESPONSE_OBJECT({ ...question, requests })).map((response) => ({ ...response, type }))
  }
  return undefined
}
