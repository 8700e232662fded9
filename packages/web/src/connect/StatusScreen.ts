/**
 * Chooses the screen for a collection's status. The domain's status table provides the status's class and the advice,
 * and `extraInformation` says which inputs are requested.
 */
import type { CollectionStatus } from "@sheaf/client/connect"
import { collections } from "virtual:statuses"
import { labelOf, messageOf } from "../texts/CompanyText.ts"
import type { InputName } from "./models/Inputs.ts"
import type { CompanyInput } from "./screens/InputField.tsx"
import type { ProgressStep } from "./screens/ProgressScreen.tsx"

type Information = NonNullable<CollectionStatus["extraInformation"]>
type RequiredInput = NonNullable<Information["REQUIRED_INPUTS"]>[number]

export type StatusScreen =
  | { readonly screen: "choice"; readonly options: NonNullable<Information["AVAILABLE_TWO_FACTOR_METHODS"]> }
  | {
      readonly screen: "code"
      readonly instruction: string
      readonly isDigits: boolean
      readonly places?: number | undefined
      readonly challenge?: string | undefined
      readonly image?: string | undefined
    }
  | { readonly screen: "inputs"; readonly isContact: boolean; readonly inputs: ReadonlyArray<CompanyInput> }
  | {
      readonly screen: "electronicId"
      readonly code?: string | undefined
      readonly token?: string | undefined
      readonly app?: string | undefined
      readonly reference?: string | undefined
      readonly image?: string | undefined
      readonly information?: string | undefined
    }
  | { readonly screen: "scan"; readonly code: string; readonly reference?: string | undefined }
  | { readonly screen: "page"; readonly url: string; readonly isSignIn: boolean }
  | { readonly screen: "progress"; readonly step: ProgressStep }
  | { readonly screen: "result" }
  | {
      readonly screen: "problem"
      readonly status: string
      readonly advice: string
      readonly reason?: string | undefined
      readonly waitSeconds?: number | undefined
    }

const inputs = {
  EMAIL: "email",
  MOBILE_PHONE_NUMBER: "phone",
  SWEDISH_PERSONAL_NUMBER: "personalNumber",
  ACCOUNT_OWNER_NAME: "ownerName",
  PERSONAL_CODE: "personalCode",
  DATE_OF_BIRTH: "birthDate",
  POSTAL_CODE: "postalCode",
  REGION: "region",
  POLICY_NUMBER: "policyNumber",
  CUSTOMER_NUMBER: "customerNumber",
  USERNAME: "username",
  TEXT: "text",
  CHOICE: "choice"
} as const satisfies Record<string, InputName>

export type InputType = keyof typeof inputs

const isAsked = (type: string): type is InputType => Object.hasOwn(inputs, type)

export const inputTypeOf = (name: string): InputType | undefined =>
  Object.keys(inputs)
    .filter(isAsked)
    .find((type) => inputs[type] === name)

export const inputNameOf = (type: string): InputName | undefined => (isAsked(type) ? inputs[type] : undefined)

const inputsIn = ({ REQUIRED_INPUTS, REQUIRED_INPUT_TYPES = [] }: Information): ReadonlyArray<CompanyInput> =>
  (REQUIRED_INPUTS ?? REQUIRED_INPUT_TYPES.map((type) => ({ type }))).flatMap(
    ({ label, options, type }: RequiredInput) => {
      const name = inputNameOf(type)
      if (name === undefined) return []
      return {
        name,
        ...(label !== undefined && { label: messageOf(label) }),
        ...(options && { options: options.map((option) => [option.value, messageOf(option.label)] as const) })
      }
    }
  )

const stepOf = (status: string): ProgressStep => {
  if (status === "COLLECTING") return "collect"
  return status === "RUNNING" ? "start" : "login"
}

export const httpUrlOf = (address: string | undefined): string | undefined =>
  address !== undefined && /^https?:/i.test(address) ? address : undefined

export interface BankTexts {
  readonly image?: string | undefined
  readonly information?: string | undefined
}

/** Accepts images only as data URLs, never as links. */
export const bankTextsOf = (image: string | undefined, words: string | undefined): BankTexts | undefined => {
  const picture = image !== undefined && /^data:image\/(?:png|jpeg|gif);base64,/.test(image) ? image : undefined
  const information = words === undefined ? undefined : messageOf(words)
  return picture === undefined && information === undefined ? undefined : { image: picture, information }
}

/** The screen while a collection is running. Questions to the person take precedence. */
const active = ({ extraInformation: information = {}, products, status }: CollectionStatus): StatusScreen => {
  const number = information.REFERENCE_NUMBER
  const reference = number === undefined ? undefined : labelOf(number)
  const { AVAILABLE_TWO_FACTOR_METHODS: options, TWO_FACTOR_AUTHENTICATION_INSTRUCTION: instruction } = information
  if (options !== undefined) {
    return { screen: "choice", options: options.map((option) => ({ ...option, label: labelOf(option.label) })) }
  }
  if (instruction !== undefined) {
    return {
      screen: "code",
      instruction: messageOf(instruction.authenticationInstruction),
      isDigits: instruction.responseType === "NUMBER_CODE",
      places: instruction.codeLength,
      challenge: reference,
      image: bankTextsOf(information.AUTHENTICATION_IMAGE, undefined)?.image
    }
  }
  if (information.REQUIRED_INPUT_TYPES !== undefined) {
    return {
      screen: "inputs",
      isContact: status === "CONTACT_FORM_PENDING",
      inputs: inputsIn(information)
    }
  }
  const address = httpUrlOf(information.REDIRECT_URL)
  if (address !== undefined) {
    return { screen: "page", url: address, isSignIn: !products.includes("PSD2_AIS") }
  }
  const own = information.QR_TEXT
  const token = information.SWEDISH_MOBILE_EID_AUTOSTART_TOKEN
  const shown = bankTextsOf(information.AUTHENTICATION_IMAGE, information.AUTHENTICATION_INFORMATION)
  const app = httpUrlOf(information.APP_URL)
  if (own !== undefined && (token ?? app ?? shown) === undefined) return { screen: "scan", code: own, reference }
  const code = own ?? information.SWEDISH_MOBILE_EID_ANIMATED_QR_DATA
  if ((code ?? token ?? app ?? reference ?? shown) === undefined) {
    const page = httpUrlOf(information.ORDER_PAGE_URL)
    return page === undefined || status !== "WAITING_FOR_USER_ACTION"
      ? { screen: "progress", step: stepOf(status) }
      : { screen: "page", url: page, isSignIn: true }
  }
  return { screen: "electronicId", code, token, app, reference, ...shown }
}

/**
 * A status that is missing from the table counts as in progress if it has a polling interval, and as failed otherwise
 * (spec 2.5).
 */
export const screenFor = (shown: CollectionStatus): StatusScreen => {
  const { extraInformation = {}, pollingInterval, status } = shown
  const row = collections[status]
  if (row?.advice === undefined && pollingInterval !== undefined) return active(shown)
  if (row?.class === "OUTCOME" && status !== "COMPLETED_EMPTY") return { screen: "result" }
  const { code, retryAfterSeconds } = extraInformation.FAILURE_REASON ?? {}
  return {
    screen: "problem",
    status,
    advice: row?.advice ?? "RETRY",
    reason: code,
    waitSeconds: retryAfterSeconds
  }
}
