/** What comes out of a scenario, in a few words that help to choose it: `a code, then records`. */

/** What a company asks the person for. Signing is omitted, because the login method implies it. */
const questions: Readonly<Record<string, string>> = {
  TWO_FACTOR_PENDING: "a code",
  CONTACT_FORM_PENDING: "contact details",
  COLLECTION_INPUT_PENDING: "a question"
}

/** How a scenario without a result ends, by its last status before that. */
const stops: Readonly<Record<string, string>> = {
  RUNNING: "stops at the start",
  LOGIN: "stops at login",
  TWO_FACTOR_PENDING: "stops at the code",
  CONTACT_FORM_PENDING: "stops at the contact details",
  COLLECTION_INPUT_PENDING: "stops at a question",
  WAITING_FOR_USER_ACTION: "stops at the signature",
  CUSTOMER_ENROLLMENT_CHECK: "stops at the customer check",
  COLLECTING: "stops while reading",
  INITIATED: "no consent",
  AWAITING_AUTHORIZATION: "no consent"
}

const results: Readonly<Record<string, string>> = {
  COMPLETED: "",
  COMPLETED_PARTIAL: "some ",
  COMPLETED_EMPTY: "no "
}

const consents: Readonly<Record<string, string>> = {
  AUTHORIZED: "consent given",
  EXPIRED: "consent expires",
  REVOKED: "consent revoked"
}

export interface Ending {
  readonly finalStatus: string
  readonly visits: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<{ readonly type: string }>
}

export const outcomeOf = ({ finalStatus, parameters, visits }: Ending): string => {
  const amount = results[finalStatus]
  if (amount === undefined) return consents[finalStatus] ?? stops[visits.at(-2) ?? ""] ?? "stops early"
  const isBank = parameters.some(({ type }) => type === "PSD2_AIS_CONSENT")
  const asked = visits.flatMap((status) => questions[status] ?? [])
  return [...asked, `${amount}${isBank ? "accounts" : "records"}`].join(", then ")
}
