/** What a client posts to supplement-info, and whether it answers what was asked (spec 2.5; decisions 5). */
import { Schema } from "effect"
import type { CollectionStatus } from "./CollectionStatus.ts"
import { InputType, ResponseType } from "./ExtraInformation.ts"
import type { ExtraInformation } from "./ExtraInformation.ts"
import { EmailAddress, MobilePhoneNumber } from "./Parameter.ts"
import * as PersonalNumber from "../people/PersonalNumber.ts"
import type { Violation } from "../Violation.ts"
import * as Words from "../Words.ts"

export const CollectionInput = Schema.Struct({
  type: Words.only("COLLECTION_INPUT"),
  inputs: Schema.Struct({
    EMAIL: Schema.optionalKey(
      Schema.String.annotate({ description: "The user's email address: one @, and a domain with a dot." })
    ),
    MOBILE_PHONE_NUMBER: Schema.optionalKey(
      Schema.String.annotate({
        description: "The user's mobile phone number: digits only, including the country prefix, without separators."
      })
    ),
    SWEDISH_PERSONAL_NUMBER: Schema.optionalKey(
      Schema.String.annotate({
        description: "The user's Swedish personal number: YYYYMMDDNNNC. Shorter and hyphenated forms are normalized."
      })
    ),
    ACCOUNT_OWNER_NAME: Schema.optionalKey(
      Schema.String.annotate({ description: "The full name of the account owner." })
    )
  }).annotate({
    identifier: "CollectionInputs",
    description: "The values by input type: every type in REQUIRED_INPUT_TYPES, and no other.",
    examples: [{ EMAIL: "maja.lind@example.com", MOBILE_PHONE_NUMBER: "46701740605" }]
  })
}).annotate({
  identifier: "CollectionInput",
  description: "The values for REQUIRED_INPUT_TYPES, all in one request.",
  examples: [
    {
      type: "COLLECTION_INPUT",
      inputs: { EMAIL: "maja.lind@example.com", MOBILE_PHONE_NUMBER: "46701740605" }
    }
  ]
})

export const TwoFactorCode = Schema.Struct({
  type: Words.only("TWO_FACTOR_CODE"),
  value: Schema.String.annotate({
    description: "The code: 4 to 10 letters or digits, in the format given by `responseType`."
  })
}).annotate({
  identifier: "TwoFactorCode",
  description: "The two-factor code that the user received: 4 to 10 letters or digits.",
  examples: [{ type: "TWO_FACTOR_CODE", value: "123456" }]
})

export const TwoFactorChoice = Schema.Struct({
  type: Words.only("TWO_FACTOR_CHOICE"),
  methodId: Schema.String.annotate({ description: "The `id` of the method that the user chose." })
}).annotate({
  identifier: "TwoFactorChoice",
  description: "The user's choice among AVAILABLE_TWO_FACTOR_METHODS.",
  examples: [{ type: "TWO_FACTOR_CHOICE", methodId: "sms" }]
})

export const ResponseObject = Schema.Struct({
  type: Words.only("RESPONSE_OBJECT"),
  etag: Schema.String.annotate({ description: "The etag of the executed request." }),
  statusCode: Schema.optionalKey(
    Schema.Int.annotate({ description: "The HTTP status of the response; absent if the platform does not expose it." })
  ),
  headers: Schema.Record(Schema.String, Schema.Array(Schema.String)).annotate({
    description: "The header fields of the response, by name, each with all its values."
  }),
  response: Schema.Json.annotate({
    description: "The body of the response: JSON if possible, otherwise text."
  })
}).annotate({
  identifier: "ResponseObject",
  description: "The outcome of one Request in INSTRUCTIONS.",
  examples: [
    {
      type: "RESPONSE_OBJECT",
      etag: "instruction-1",
      statusCode: 200,
      headers: { "content-type": ["application/json"] },
      response: { started: true }
    }
  ]
})

export type ResponseObject = typeof ResponseObject.Type

/** Body of `POST /collections/{collectionId}/supplement-info`. */
export const SupplementInfo = Schema.Union([CollectionInput, TwoFactorCode, TwoFactorChoice, ResponseObject]).annotate({
  identifier: "SupplementInfo",
  description: "The input that the collection asked for, identified by `type`.",
  examples: [{ type: "TWO_FACTOR_CODE", value: "123456" }]
})
export type SupplementInfo = typeof SupplementInfo.Type

/** What a person enters, in one post; a {@link ResponseObject} is what a device finds out, in one post for each request. */
export type Input = Exclude<SupplementInfo, ResponseObject>

/** A device executes no more requests than this at once. */
const mostRequests = 20

/** What a collection asks its client for, as data. Each is answered by one kind of {@link SupplementInfo}. */
export const Question = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("CONTACT_FORM"), inputs: Schema.NonEmptyArray(InputType) }),
  Schema.Struct({ kind: Schema.Literal("COLLECTION_INPUT"), inputs: Schema.NonEmptyArray(InputType) }),
  Schema.Struct({
    kind: Schema.Literal("TWO_FACTOR_CODE"),
    responseType: ResponseType
  }),
  Schema.Struct({ kind: Schema.Literal("TWO_FACTOR_CHOICE"), methodIds: Schema.NonEmptyArray(Schema.String) }),
  Schema.Struct({
    kind: Schema.Literal("RESPONSE_OBJECT"),
    etags: Schema.NonEmptyArray(Schema.String).check(Schema.isMaxLength(mostRequests))
  })
])
export type Question = typeof Question.Type

const answeredBy = {
  CONTACT_FORM: "COLLECTION_INPUT",
  COLLECTION_INPUT: "COLLECTION_INPUT",
  TWO_FACTOR_CODE: "TWO_FACTOR_CODE",
  TWO_FACTOR_CHOICE: "TWO_FACTOR_CHOICE",
  RESPONSE_OBJECT: "RESPONSE_OBJECT"
} as const satisfies Record<Question["kind"], SupplementInfo["type"]>

const isSame = (some: ReadonlyArray<string>, others: ReadonlyArray<string> = []): boolean =>
  some.length === others.length && new Set(some).size === some.length && others.every((other) => some.includes(other))

/** Whether `information` shows a client what the question asks: without it, nobody could answer (decisions 4). */
export const isShownIn = (question: Question, information: ExtraInformation = {}): boolean => {
  switch (question.kind) {
    case "CONTACT_FORM":
    case "COLLECTION_INPUT":
      return isSame(question.inputs, information.REQUIRED_INPUT_TYPES)
    case "TWO_FACTOR_CODE":
      return information.TWO_FACTOR_AUTHENTICATION_INSTRUCTION?.responseType === question.responseType
    case "TWO_FACTOR_CHOICE":
      return isSame(
        question.methodIds,
        information.AVAILABLE_TWO_FACTOR_METHODS?.map(({ id }) => id)
      )
    case "RESPONSE_OBJECT":
      return isSame(
        question.etags,
        information.INSTRUCTIONS?.map(({ etag }) => etag)
      )
  }
}

/** How a collection ends whose question nobody answered in time (spec 3.3; decisions 4). */
export const statusWhenUnanswered = {
  CONTACT_FORM: "CONTACT_FORM",
  COLLECTION_INPUT: "COLLECTION_INPUT_TIMEOUT",
  TWO_FACTOR_CODE: "AUTHENTICATION_TIMEOUT",
  TWO_FACTOR_CHOICE: "TWO_FACTOR_METHOD_SELECTION_TIMEOUT",
  RESPONSE_OBJECT: "AUTHENTICATION_TIMEOUT"
} as const satisfies Record<Question["kind"], CollectionStatus>

/** The statuses in which each question is asked (decisions 5). */
export const askedIn: Record<Question["kind"], ReadonlyArray<CollectionStatus>> = {
  CONTACT_FORM: ["CONTACT_FORM_PENDING"],
  COLLECTION_INPUT: ["COLLECTION_INPUT_PENDING"],
  TWO_FACTOR_CODE: ["TWO_FACTOR_PENDING"],
  TWO_FACTOR_CHOICE: ["TWO_FACTOR_PENDING"],
  RESPONSE_OBJECT: ["LOGIN", "WAITING_FOR_USER_ACTION"]
}

const invalid = (pointer: string, detail: string): Violation => ({ pointer, code: "INVALID_INPUT", detail })

const unknownInstruction: Violation = {
  pointer: "/etag",
  code: "UNKNOWN_INSTRUCTION",
  detail: "The etag of none of the pending requests."
}

const inputRules: Record<
  InputType,
  { readonly accepts: (text: string, today: string) => boolean; readonly detail: string }
> = {
  EMAIL: { accepts: Schema.is(EmailAddress), detail: "Not an e-mail address." },
  MOBILE_PHONE_NUMBER: {
    accepts: Schema.is(MobilePhoneNumber),
    detail: "Not a mobile number: digits only, including the country prefix."
  },
  SWEDISH_PERSONAL_NUMBER: {
    accepts: (text, today) => PersonalNumber.normalize(text, { checkDigit: false, today }) !== undefined,
    detail: "Not a Swedish personal number."
  },
  ACCOUNT_OWNER_NAME: {
    accepts: (text) => text.length <= 255 && /\p{L}/u.test(text),
    detail: "Not a name."
  }
}

const checkInputs = (
  wanted: ReadonlyArray<InputType>,
  given: (typeof CollectionInput.Type)["inputs"],
  today: string
): ReadonlyArray<Violation> => [
  ...wanted.flatMap((type) => {
    const value = given[type]
    if (value === undefined) return [invalid(`/inputs/${type}`, "Asked for, and not given.")]
    return inputRules[type].accepts(value, today) ? [] : [invalid(`/inputs/${type}`, inputRules[type].detail)]
  }),
  ...InputType.literals
    .filter((type) => given[type] !== undefined && !wanted.includes(type))
    .map((type) => invalid(`/inputs/${type}`, "Not asked for."))
]

const codes = { NUMBER_CODE: /^[0-9]{4,10}$/, ALPHANUMERIC_CODE: /^[A-Za-z0-9]{4,10}$/, NONE: /^[A-Za-z0-9]{4,10}$/ }

/** The rules that an answer breaks on the day `today` (`YYYY-MM-DD`, UTC); none when it is what the question asked for. */
export const check = (question: Question, answer: SupplementInfo, today: string): ReadonlyArray<Violation> => {
  if (answer.type !== answeredBy[question.kind]) {
    return [
      { pointer: "/type", code: "WRONG_INPUT_TYPE", detail: `The collection waits for ${answeredBy[question.kind]}.` }
    ]
  }
  if (
    answer.type === "COLLECTION_INPUT" &&
    (question.kind === "COLLECTION_INPUT" || question.kind === "CONTACT_FORM")
  ) {
    return checkInputs(question.inputs, answer.inputs, today)
  }
  if (answer.type === "TWO_FACTOR_CODE" && question.kind === "TWO_FACTOR_CODE") {
    return codes[question.responseType].test(answer.value) ? [] : [invalid("/value", "Not a code of the asked form.")]
  }
  if (answer.type === "TWO_FACTOR_CHOICE" && question.kind === "TWO_FACTOR_CHOICE") {
    return question.methodIds.includes(answer.methodId) ? [] : [invalid("/methodId", "None of the available methods.")]
  }
  if (answer.type === "RESPONSE_OBJECT" && question.kind === "RESPONSE_OBJECT") {
    return question.etags.includes(answer.etag) ? [] : [unknownInstruction]
  }
  return []
}

/** What is left of a question after an answer that passed {@link check}; nothing when it is answered. */
export const remaining = (question: Question, answer: SupplementInfo): Question | undefined => {
  if (question.kind !== "RESPONSE_OBJECT" || answer.type !== "RESPONSE_OBJECT") return undefined
  const [first, ...others] = question.etags.filter((etag) => etag !== answer.etag)
  return first === undefined ? undefined : { kind: "RESPONSE_OBJECT", etags: [first, ...others] }
}

/** An answer that passed {@link check}, as it is handed on: a personal number in its 12-digit form. */
export const normalize = (answer: SupplementInfo, today: string): SupplementInfo => {
  if (answer.type !== "COLLECTION_INPUT") return answer
  const { SWEDISH_PERSONAL_NUMBER: number, ...rest } = answer.inputs
  const normalized = number === undefined ? undefined : PersonalNumber.normalize(number, { checkDigit: false, today })
  return normalized === undefined ? answer : { ...answer, inputs: { ...rest, SWEDISH_PERSONAL_NUMBER: normalized } }
}
