/** What the stages of a consent have in common, and how a consent moves from one to the next. */
import type {
  BankConsentReference,
  ConsentCredentials,
  ConsentProgressIn,
  ConsentProgress,
  PendingReturn
} from "@sheaf/ports"

/** Returns the bank's consent, once the bank has created it. */
export const bankReferenceOf = (progress: ConsentProgress): BankConsentReference | undefined =>
  progress._tag === "Requested" || progress._tag === "Login" ? undefined : progress.bank

/** Returns the credentials of a consent at a bank with OAuth, or those of the login before it. */
export const credentialsOf = (progress: ConsentProgress): ConsentCredentials | undefined =>
  progress._tag === "Login" ? progress.credentials : bankReferenceOf(progress)?.credentials

/** Returns true if the page that is shown sends the person back with a code. */
export const expectsCode = (progress: ConsentProgress): boolean => {
  const credentials = credentialsOf(progress)
  return credentials !== undefined && credentials.isFromLogin === undefined
}

/** Returns the open electronic-ID order. */
export const orderRefOf = (progress: ConsentProgress): string | undefined =>
  progress._tag === "Ordered" || progress._tag === "Ended" ? progress.orderRef : undefined

/** Replaces the credentials, or removes them. Has no effect if the bank has neither a consent nor a login. */
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

/** Forgets the electronic-ID order, because the person has completed it. */
export const toIdentifiedStage = ({
  orderRef: _,
  ...progress
}: ConsentProgressIn<"Ordered">): ConsentProgressIn<"Identified"> => ({
  ...progress,
  _tag: "Identified"
})

/** Forgets who the person is, and makes the next step check the person's other consents at the bank. */
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

/** Keeps only what is needed to end the consent at the bank. From here on, `attempts` counts the attempts to do so. */
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
