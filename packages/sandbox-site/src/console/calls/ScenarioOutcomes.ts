/** What comes out of a scenario, in a few words that help to choose it: `a code, then all records`. */

/** What a company asks the person for. Signing is omitted, because the login method implies it. */
const questions: Readonly<Record<string, string>> = {
  TWO_FACTOR_PENDING: "a code",
  CONTACT_FORM_PENDING: "contact details",
  COLLECTION_INPUT_PENDING: "a question"
}

/** Where a scenario without a result stops, by its last status before that. */
const places: Readonly<Record<string, string>> = {
  RUNNING: "at the start",
  INITIATED: "at the start",
  LOGIN: "at login",
  TWO_FACTOR_PENDING: "at the code",
  CONTACT_FORM_PENDING: "at the contact details",
  COLLECTION_INPUT_PENDING: "at a question",
  WAITING_FOR_USER_ACTION: "at the signature",
  AWAITING_AUTHORIZATION: "at the authorization",
  CUSTOMER_ENROLLMENT_CHECK: "at the customer check",
  COLLECTING: "while reading"
}

const consents: Readonly<Record<string, string>> = {
  AUTHORIZED: "consent given",
  EXPIRED: "consent given, then expired",
  REVOKED: "consent given, then revoked"
}

const amounts: Readonly<Record<string, string>> = {
  COMPLETED: "all",
  COMPLETED_PARTIAL: "some",
  COMPLETED_EMPTY: "no"
}

export interface Ending {
  readonly finalStatus: string
  readonly visits: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<{ readonly type: string }>
}

export const outcomeOf = ({ finalStatus, parameters, visits }: Ending): string => {
  const amount = amounts[finalStatus]
  const things = parameters.some(({ type }) => type === "PSD2_AIS_CONSENT") ? "accounts" : "records"
  const result = consents[finalStatus] ?? (amount && `${amount} ${things}`)
  if (result === undefined) return `stops ${places[visits.at(-2) ?? ""] ?? "early"}`
  return [...visits.flatMap((status) => questions[status] ?? []), result].join(", then ")
}
