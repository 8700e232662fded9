/** The input that clients post to supplement-info, and the questions that it answers (spec 2.5). */
import { Equal, Schema, SchemaAST } from "effect"
import type { CollectionStatus } from "./CollectionStatus.ts"
import * as CalendarDate from "../shared/CalendarDate.ts"
import { InputFormat, InputType, RequiredInput, TwoFactorCodeFormat } from "./ExtraInformation.ts"
import type { ExtraInformation } from "./ExtraInformation.ts"
import { EmailAddress, MobilePhoneNumber } from "./Parameter.ts"
import * as PersonalNumber from "../users/PersonalNumber.ts"
import type { Violation } from "../shared/Violation.ts"
import * as Annotations from "../shared/Annotations.ts"

export const CollectionInput = Schema.Struct({
  type: Annotations.literal("COLLECTION_INPUT"),
  inputs: Schema.Struct({
    EMAIL: Annotations.optional(Schema.String, "The user's email address, with one @ and a dot in the domain."),
    MOBILE_PHONE_NUMBER: Annotations.optional(
      Schema.String,
      "The user's mobile phone number: digits only, including the country prefix, without separators."
    ),
    SWEDISH_PERSONAL_NUMBER: Annotations.optional(
      Schema.String,
      "The user's Swedish personal number: YYYYMMDDNNNC. Shorter and hyphenated forms are normalized."
    ),
    ACCOUNT_OWNER_NAME: Annotations.optional(Schema.String, "The full name of the account owner."),
    PERSONAL_CODE: Annotations.optional(Schema.String, "11 digits."),
    DATE_OF_BIRTH: Annotations.optional(Schema.String, "YYYY-MM-DD."),
    POSTAL_CODE: Annotations.optional(Schema.String, "3 to 12 characters."),
    REGION: Annotations.optional(Schema.String, "At most 100 characters."),
    POLICY_NUMBER: Annotations.optional(Schema.String, "At most 64 characters."),
    CUSTOMER_NUMBER: Annotations.optional(Schema.String, "At most 64 characters."),
    USERNAME: Annotations.optional(Schema.String, "At most 255 characters."),
    TEXT: Annotations.optional(Schema.String, "At most 255 characters."),
    CHOICE: Annotations.optional(Schema.String, "The option's `value`.")
  }).pipe(
    Annotations.annotate("CollectionInputs", "The values by input type: exactly the types in REQUIRED_INPUT_TYPES.")
  )
}).pipe(Annotations.annotate("CollectionInput", "The values for REQUIRED_INPUT_TYPES, all in one request."))

export const TwoFactorCode = Schema.Struct({
  type: Annotations.literal("TWO_FACTOR_CODE"),
  value: Schema.String.annotate({
    description:
      "The code, in the format given by `responseType`: 1 to 64 visible characters. Leading and trailing white space is " +
      "ignored."
  })
}).pipe(
  Annotations.annotate("TwoFactorCode", "The two-factor code that the user received: 1 to 64 visible characters.")
)

export const TwoFactorChoice = Schema.Struct({
  type: Annotations.literal("TWO_FACTOR_CHOICE"),
  methodId: Schema.String.annotate({ description: "The `id` of the method that the user chose." })
}).pipe(Annotations.annotate("TwoFactorChoice", "The user's choice from AVAILABLE_TWO_FACTOR_METHODS."))

export const ResponseObject = Schema.Struct({
  type: Annotations.literal("RESPONSE_OBJECT"),
  etag: Schema.String.annotate({ description: "The executed request's etag." }),
  statusCode: Annotations.optional(
    Schema.Int,
    "The HTTP status of the response; absent if the platform does not expose it."
  ),
  headers: Schema.Record(Schema.String, Schema.Array(Schema.String)).annotate({
    description: "The response's header fields, by name, each with all its values."
  }),
  response: Schema.Json.annotate({ description: "The response body: JSON if possible, otherwise text." })
}).pipe(Annotations.annotate("ResponseObject", "The outcome of one Request in INSTRUCTIONS."))
export type ResponseObject = typeof ResponseObject.Type

const named = Annotations.annotate("SupplementInfo", "The input that the collection asked for, identified by `type`.")

export const SupplementInfo = Schema.Union([CollectionInput, TwoFactorCode, TwoFactorChoice, ResponseObject]).pipe(
  named
)
export type SupplementInfo = typeof SupplementInfo.Type

const inputId = Annotations.optional(
  Schema.String,
  "The `inputId` of the question, from `pendingInput`. With an `inputId`, the answer can be sent again safely, " +
    "and is never taken as the answer to a later question."
)

const withInputId = <Fields extends Schema.Struct.Fields>(answer: Schema.Struct<Fields>) =>
  Schema.Struct({ ...answer.fields, inputId }).annotate({ ...SchemaAST.resolve(answer.ast) })

/** The body of `POST /consents/{consentId}/supplement-info`: the answer to the bank's question. */
export const ConsentAnswer = Schema.Union([
  TwoFactorCode.annotate({ identifier: "ConsentTwoFactorCode" }),
  Schema.Struct({
    ...TwoFactorChoice.fields,
    methodId: Schema.String.annotate({ description: "The `id` of one of `twoFactorMethods`." })
  }).pipe(Annotations.annotate("ConsentTwoFactorChoice", "The method that the user chose from `twoFactorMethods`."))
]).pipe(
  Annotations.annotate("ConsentAnswer", "The answer to the question in `authInstructions`, identified by `type`.")
)
export type ConsentAnswer = typeof ConsentAnswer.Type

/**
 * The body of `POST /collections/{collectionId}/supplement-info`. In a device's response, `etag` identifies the request
 * that it answers. In all other answers, the optional `inputId` identifies the question.
 */
export const SupplementInfoRequest = Schema.Union([
  withInputId(CollectionInput),
  withInputId(TwoFactorCode),
  withInputId(TwoFactorChoice),
  ResponseObject
]).pipe(named)
export type SupplementInfoRequest = typeof SupplementInfoRequest.Type

/** Input that a person enters, unlike a {@link ResponseObject}, which comes from a device. */
export type UserInput = Exclude<SupplementInfo, ResponseObject>

const maxRequests = 20

const asked = {
  inputs: Schema.NonEmptyArray(InputType),
  /** Describes `inputs` in the same order, with formats and options, if the company gave any. */
  required: Schema.optionalKey(Schema.NonEmptyArray(RequiredInput))
}

export const Question = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("CONTACT_FORM"), ...asked }),
  Schema.Struct({ kind: Schema.Literal("COLLECTION_INPUT"), ...asked }),
  Schema.Struct({ kind: Schema.Literal("TWO_FACTOR_CODE"), responseType: TwoFactorCodeFormat }),
  Schema.Struct({ kind: Schema.Literal("TWO_FACTOR_CHOICE"), methodIds: Schema.NonEmptyArray(Schema.String) }),
  Schema.Struct({
    kind: Schema.Literal("RESPONSE_OBJECT"),
    etags: Schema.NonEmptyArray(Schema.String).check(Schema.isMaxLength(maxRequests))
  })
])
export type Question = typeof Question.Type

const isSame = (some: ReadonlyArray<string>, others: ReadonlyArray<string> = []): boolean =>
  some.length === others.length && new Set(some).size === some.length && others.every((other) => some.includes(other))

/**
 * Returns true if an input tells the client what to enter. If the input is a text or a choice, its type alone is not
 * enough.
 */
export const isInputDescribed = ({ label, options = [], type }: RequiredInput): boolean =>
  (type !== "TEXT" && type !== "CHOICE") || (label !== undefined && (type === "TEXT" || options.length > 0))

export const isQuestionShownIn = (question: Question, information: ExtraInformation = {}): boolean => {
  switch (question.kind) {
    case "CONTACT_FORM":
    case "COLLECTION_INPUT":
      return (
        isSame(question.inputs, information.REQUIRED_INPUT_TYPES) &&
        Equal.equals(question.required, information.REQUIRED_INPUTS) &&
        (question.required ?? question.inputs.map((type) => ({ type }))).every(isInputDescribed)
      )
    case "TWO_FACTOR_CODE":
      return information.TWO_FACTOR_AUTHENTICATION_INSTRUCTION?.responseType === question.responseType
    case "TWO_FACTOR_CHOICE": {
      const shown = information.AVAILABLE_TWO_FACTOR_METHODS?.map(({ id }) => id)
      return isSame(question.methodIds, shown)
    }
    case "RESPONSE_OBJECT": {
      const shown = information.INSTRUCTIONS?.map(({ etag }) => etag)
      return isSame(question.etags, shown)
    }
  }
}

export const answerTypes = {
  CONTACT_FORM: "COLLECTION_INPUT",
  COLLECTION_INPUT: "COLLECTION_INPUT",
  TWO_FACTOR_CODE: "TWO_FACTOR_CODE",
  TWO_FACTOR_CHOICE: "TWO_FACTOR_CHOICE",
  RESPONSE_OBJECT: "RESPONSE_OBJECT"
} as const satisfies Record<Question["kind"], SupplementInfo["type"]>

/** The final status of a collection whose question timed out (spec 3.3). */
export const timeoutStatuses = {
  CONTACT_FORM: "CONTACT_FORM",
  COLLECTION_INPUT: "COLLECTION_INPUT_TIMEOUT",
  TWO_FACTOR_CODE: "AUTHENTICATION_TIMEOUT",
  TWO_FACTOR_CHOICE: "TWO_FACTOR_METHOD_SELECTION_TIMEOUT",
  RESPONSE_OBJECT: "AUTHENTICATION_TIMEOUT"
} as const satisfies Record<Question["kind"], CollectionStatus>

/** The statuses in which a collection can ask each kind of question (spec 2.5). */
export const questionStatuses: Record<Question["kind"], ReadonlyArray<CollectionStatus>> = {
  CONTACT_FORM: ["CONTACT_FORM_PENDING"],
  COLLECTION_INPUT: ["COLLECTION_INPUT_PENDING"],
  TWO_FACTOR_CODE: ["TWO_FACTOR_PENDING"],
  TWO_FACTOR_CHOICE: ["TWO_FACTOR_PENDING"],
  RESPONSE_OBJECT: ["LOGIN", "WAITING_FOR_USER_ACTION"]
}

const invalid = (pointer: string, detail: string): Violation => ({ pointer, code: "INVALID_INPUT", detail })

const wrongType = (wanted: SupplementInfo["type"]): ReadonlyArray<Violation> => [
  { pointer: "/type", code: "WRONG_INPUT_TYPE", detail: `The open question asks for ${wanted}.` }
]

interface InputRule {
  readonly accepts: (text: string, today: string) => boolean
  readonly detail: string
}

const visibleText = (maxLength: number, what: string): InputRule => ({
  accepts: (text) => text.trim() !== "" && text.length <= maxLength && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text),
  detail: `Must be ${what} of 1 to ${maxLength} visible characters.`
})

const isPastDate = (text: string, today: string): boolean =>
  Schema.is(CalendarDate.CalendarDate)(text) && text >= "1900-01-01" && text <= today

const inputRules: Record<InputType, InputRule> = {
  EMAIL: { accepts: Schema.is(EmailAddress), detail: "Must be an email address." },
  MOBILE_PHONE_NUMBER: {
    accepts: Schema.is(MobilePhoneNumber),
    detail: "Must be a mobile number: digits only, with the country prefix."
  },
  SWEDISH_PERSONAL_NUMBER: {
    accepts: (text, today) => PersonalNumber.normalize(text, { checkDigit: false, today }) !== undefined,
    detail: "Must be a Swedish personal number."
  },
  ACCOUNT_OWNER_NAME: {
    accepts: (text) => text.length <= 255 && /\p{L}/u.test(text),
    detail: "Must be a name."
  },
  PERSONAL_CODE: {
    accepts: (text) => /^\d{6}-?\d{5}$/.test(text),
    detail: "Must be a personal code: 11 digits, optionally with a hyphen after the sixth."
  },
  DATE_OF_BIRTH: { accepts: isPastDate, detail: "Must be a date in the past: YYYY-MM-DD." },
  POSTAL_CODE: {
    accepts: (text) => /^[\p{L}\d][\p{L}\d -]{1,10}[\p{L}\d]$/u.test(text),
    detail: "Must be a postal code: 3 to 12 letters, digits, spaces and hyphens."
  },
  REGION: visibleText(100, "a region"),
  POLICY_NUMBER: visibleText(64, "a policy number"),
  CUSTOMER_NUMBER: visibleText(64, "a customer number"),
  USERNAME: visibleText(255, "a username"),
  TEXT: visibleText(255, "a text"),
  CHOICE: visibleText(255, "a choice")
}

const formatRules: Record<InputFormat, InputRule> = {
  DIGITS: { accepts: (text) => /^\d+$/.test(text), detail: "Must consist of digits." },
  LETTERS_AND_DIGITS: { accepts: (text) => /^[\p{L}\d]+$/u.test(text), detail: "Must consist of letters and digits." },
  DATE: { accepts: Schema.is(CalendarDate.CalendarDate), detail: "Must be a date: YYYY-MM-DD." }
}

const rulesOf = (type: InputType, { format, options }: Omit<RequiredInput, "type"> = {}): ReadonlyArray<InputRule> => {
  if (options !== undefined)
    return [{ accepts: (text) => options.some(({ value }) => value === text), detail: "Must be one of the options." }]
  return [inputRules[type], ...(format === undefined ? [] : [formatRules[format]])]
}

/** Formats that contradict the type of input, so that no value could satisfy both. */
const impossibleFormats: Partial<Record<InputType, ReadonlyArray<InputFormat>>> = {
  EMAIL: InputFormat.literals,
  MOBILE_PHONE_NUMBER: ["DATE"],
  SWEDISH_PERSONAL_NUMBER: ["DATE"],
  ACCOUNT_OWNER_NAME: ["DIGITS", "DATE"],
  PERSONAL_CODE: ["DATE"],
  DATE_OF_BIRTH: ["DIGITS", "LETTERS_AND_DIGITS"]
}

/**
 * Returns true if values of the input's type can have the required format, and if all of the input's options have it.
 */
export const hasPossibleFormat = ({ format, options = [], type }: RequiredInput): boolean =>
  format === undefined ||
  (impossibleFormats[type]?.includes(format) !== true &&
    options.every(({ value }) => formatRules[format].accepts(value, "")))

type InputQuestion = Extract<Question, { readonly kind: "COLLECTION_INPUT" | "CONTACT_FORM" }>

const checkInputs = (
  { inputs: wanted, required }: InputQuestion,
  given: (typeof CollectionInput.Type)["inputs"],
  today: string
): ReadonlyArray<Violation> => [
  ...wanted.flatMap((type) => {
    const value = given[type]
    if (value === undefined)
      return [invalid(`/inputs/${type}`, "The collection asked for this input, but it is missing.")]
    const rules = rulesOf(
      type,
      required?.find((input) => input.type === type)
    )
    const broken = rules.find(({ accepts }) => !accepts(value, today))
    return broken === undefined ? [] : [invalid(`/inputs/${type}`, broken.detail)]
  }),
  ...InputType.literals
    .filter((type) => given[type] !== undefined && !wanted.includes(type))
    .map((type) => invalid(`/inputs/${type}`, "The collection did not ask for this input."))
]

const visibleCode = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,64}$/u
const digits = /^[0-9]+$/
const spacesAndHyphens = /[\p{Zs}\u2010\u2011-]/gu

/**
 * Returns the code without surrounding white space. A number code also loses the spaces and hyphens that people type
 * between digits, because companies do not expect them.
 */
const codeOf = (responseType: TwoFactorCodeFormat, value: string): string =>
  responseType === "NUMBER_CODE" ? value.trim().replaceAll(spacesAndHyphens, "") : value.trim()

const isCode = (responseType: TwoFactorCodeFormat, value: string): boolean =>
  visibleCode.test(value.trim()) && (responseType !== "NUMBER_CODE" || digits.test(codeOf(responseType, value)))

/** Returns the rules that an answer violates on the day `today` (`YYYY-MM-DD`, UTC). */
export const check = (question: Question, answer: SupplementInfo, today: string): ReadonlyArray<Violation> => {
  switch (question.kind) {
    case "CONTACT_FORM":
    case "COLLECTION_INPUT":
      if (answer.type !== "COLLECTION_INPUT") return wrongType("COLLECTION_INPUT")
      return checkInputs(question, answer.inputs, today)
    case "TWO_FACTOR_CODE":
      if (answer.type !== "TWO_FACTOR_CODE") return wrongType("TWO_FACTOR_CODE")
      return isCode(question.responseType, answer.value)
        ? []
        : [invalid("/value", "The code does not have the requested format.")]
    case "TWO_FACTOR_CHOICE":
      if (answer.type !== "TWO_FACTOR_CHOICE") return wrongType("TWO_FACTOR_CHOICE")
      return question.methodIds.includes(answer.methodId)
        ? []
        : [invalid("/methodId", "Must be one of the available methods.")]
    case "RESPONSE_OBJECT":
      if (answer.type !== "RESPONSE_OBJECT") return wrongType("RESPONSE_OBJECT")
      return question.etags.includes(answer.etag)
        ? []
        : [{ pointer: "/etag", code: "UNKNOWN_INSTRUCTION", detail: "No pending request has this etag." }]
  }
}

/**
 * Returns the question that remains after a valid answer, or `undefined` if the answer is complete. The answer must
 * have passed {@link check}.
 */
export const remainingQuestion = (question: Question, answer: SupplementInfo): Question | undefined => {
  if (question.kind !== "RESPONSE_OBJECT" || answer.type !== "RESPONSE_OBJECT") return undefined
  const [first, ...others] = question.etags.filter((etag) => etag !== answer.etag)
  return first === undefined ? undefined : { kind: "RESPONSE_OBJECT", etags: [first, ...others] }
}

const normalizeInputs = (inputs: (typeof CollectionInput.Type)["inputs"], today: string) => {
  const number = inputs.SWEDISH_PERSONAL_NUMBER
  const normalized = number === undefined ? undefined : PersonalNumber.normalize(number, { checkDigit: false, today })
  const code = inputs.PERSONAL_CODE
  // Keeps the order of the members, so that a repeated call to the company sends the same bytes.
  return {
    ...inputs,
    ...(normalized !== undefined && { SWEDISH_PERSONAL_NUMBER: normalized }),
    ...(code !== undefined && { PERSONAL_CODE: code.replace("-", "") })
  }
}

/**
 * Returns an answer without the question's identifier, in the form that the company expects. The answer must have
 * passed {@link check}.
 */
export const normalize = (question: Question, answer: SupplementInfoRequest, today: string): SupplementInfo => {
  switch (answer.type) {
    case "COLLECTION_INPUT":
      return { type: answer.type, inputs: normalizeInputs(answer.inputs, today) }
    case "TWO_FACTOR_CODE": {
      const { type, value } = answer
      return { type, value: question.kind === "TWO_FACTOR_CODE" ? codeOf(question.responseType, value) : value }
    }
    case "TWO_FACTOR_CHOICE":
      return { type: answer.type, methodId: answer.methodId }
    case "RESPONSE_OBJECT":
      return answer
  }
}
