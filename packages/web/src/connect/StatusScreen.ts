/**
 * The screen for each status of a collection. The class and the advice come from the domain's status table, and requests
 * for input from `extraInformation`.
 */
import type { CollectionStatus } from "@sheaf/client/connect"
import { collections } from "virtual:statuses"
import { labelOf, messageOf } from "../texts/CompanyText.ts"
import type { InputName } from "./models/Inputs.ts"
import type { CompanyInput } from "./screens/InputField.tsx"
import type { ProgressStep } from "./screens/ProgressScreen.tsx"

type Information = NonNullable<CollectionStatus["extraInformation"]>
type RequiredInput = NonNullable<Information["REQUIRED_INPUTS"]>[number]

/** A screen that a status asks for, with the parts of the status that it shows. */
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
      /** The link that opens the app on this device. */
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

/** The page's inputs for the types of input that a company can ask for. */
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

/** Returns the type of input that a page's input answers, for example `EMAIL` for `email`. */
export const inputTypeOf = (name: string): InputType | undefined =>
  Object.keys(inputs)
    .filter(isAsked)
    .find((type) => inputs[type] === name)

/** Returns the page's input for a type of input. */
export const inputNameOf = (type: string): InputName | undefined => (isAsked(type) ? inputs[type] : undefined)

/** Returns the inputs to ask for. The company's own words are bounded, like all its texts. */
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

/** Returns an address that a browser may open. */
export const httpUrlOf = (address: string | undefined): string | undefined =>
  address !== undefined && /^https?:/i.test(address) ? address : undefined

/** What the bank's app needs from the person, beside codes. */
export interface BankTexts {
  readonly image?: string | undefined
  readonly information?: string | undefined
}

/** Returns the bank's picture and words. An image is shown only from a data URL, never from an address. */
export const bankTextsOf = (image: string | undefined, words: string | undefined): BankTexts | undefined => {
  const picture = image !== undefined && /^data:image\/(?:png|jpeg|gif);base64,/.test(image) ? image : undefined
  const information = words === undefined ? undefined : messageOf(words)
  return picture === undefined && information === undefined ? undefined : { image: picture, information }
}

/** The screen of a collection that has not ended. Open questions come first. */
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
 * Returns the screen for a status. A status that the table does not have is in progress while it has a polling interval,
 * and failed otherwise (spec 2.5).
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
