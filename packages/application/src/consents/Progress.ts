/** What a consent's stages have in common, and how a consent moves from one to the next. */
import type {
  AppReturn,
  BankConsentReference,
  ConfirmedCode,
  ConsentCredentials,
  ConsentProgressIn,
  ConsentProgress,
  PendingReturn
} from "@sheaf/ports"

export const bankReferenceOf = (progress: ConsentProgress): BankConsentReference | undefined =>
  progress._tag === "Requested" || progress._tag === "Login" ? undefined : progress.bank

/**
 * Returns the credentials at a bank with OAuth: those of the consent or, while there is no consent yet, those of the
 * login.
 */
export const credentialsOf = (progress: ConsentProgress): ConsentCredentials | undefined =>
  progress._tag === "Login" ? progress.credentials : bankReferenceOf(progress)?.credentials

/** Returns true if the bank adds a code when it sends the person back from the current page. */
export const expectsCode = (progress: ConsentProgress): boolean => {
  const credentials = credentialsOf(progress)
  return credentials !== undefined && credentials.isFromLogin === undefined
}

export const orderRefOf = (progress: ConsentProgress): string | undefined =>
  progress._tag === "Ordered" || progress._tag === "Ended" ? progress.orderRef : undefined

/**
 * Replaces the credentials, or removes them if `credentials` is `undefined`. A login's credentials can be replaced but
 * not removed. Without a consent or a login at the bank, nothing changes.
 */
export const withCredentials = (
  progress: ConsentProgress,
  credentials: ConsentCredentials | undefined
): ConsentProgress => {
  if (progress._tag === "Login") return credentials === undefined ? progress : { ...progress, credentials }
  const known = bankReferenceOf(progress)
  if (progress._tag === "Requested" || known === undefined) return progress
  const { bankConsentId } = known
  return { ...progress, bank: { bankConsentId, ...(credentials && { credentials }) } }
}

export const resetAttempts = <A extends ConsentProgress>(progress: A): A => ({ ...progress, attempts: 0 })

export const countFailedAttempt = <A extends ConsentProgress>(progress: A): A => ({
  ...progress,
  attempts: progress.attempts + 1
})

export const isUnconfirmed = (progress: ConsentProgress): progress is ConsentProgressIn<"Granted" | "Unconfirmed"> =>
  progress._tag === "Granted" || progress._tag === "Unconfirmed"

/**
 * Returns the stage that follows once the person has completed the order. Keeps the confirmation code, because clients
 * may repeat a confirmation.
 */
export const toIdentifiedStage = (
  { attempts, bank, identity, proof, terms }: ConsentProgressIn<"Ordered" | "Unconfirmed">,
  accepts?: ConfirmedCode
): ConsentProgressIn<"Identified"> => ({
  _tag: "Identified",
  terms,
  attempts,
  bank,
  identity,
  ...(proof && { proof }),
  ...(accepts && { accepts })
})

export const toUnconfirmedStage = (
  { accepts: _, ...progress }: ConsentProgressIn<"Identified">,
  { query: __, ...returns }: AppReturn,
  until: number
): ConsentProgressIn<"Unconfirmed"> => ({ ...progress, _tag: "Unconfirmed", returns, until })

/** Drops the person's identity. `othersUnchecked` makes the next step check the person's other consents at the bank. */
export const toAuthorizedStage = (
  { attempts, bank, proof, terms }: ConsentProgressIn<"Granted" | "Identified" | "Redirected">,
  accepts: PendingReturn | undefined
): ConsentProgressIn<"Authorized"> => ({
  _tag: "Authorized",
  terms,
  attempts,
  bank,
  ...(proof && { proof }),
  ...(accepts && { accepts }),
  othersUnchecked: true
})

/** Keeps only what is needed to end the consent at the bank. From now on, `attempts` counts the attempts to end it. */
export const toEndedStage = (progress: ConsentProgress): ConsentProgressIn<"Ended"> => {
  const bank = bankReferenceOf(progress)
  const orderRef = orderRefOf(progress)
  return {
    _tag: "Ended",
    terms: progress.terms,
    attempts: 0,
    ...(progress.proof && { proof: progress.proof }),
    ...(bank && { bank }),
    ...(orderRef !== undefined && { orderRef })
  }
}
