/** What statuses and failures mean, and what an operator can do about them. */
import type { OpenProcessGroup, StoryKind } from "@sheaf/domain/OperatorViews"
import { collections, collectionTexts, consents, consentTexts, reasonTexts } from "virtual:statuses"
import type { BadgeTone } from "../components/Badge.tsx"

const monitorMeanings: Readonly<Record<string, string>> = {
  ACTIVE: "The monitor looks again at its next step.",
  PERSON_REQUIRED: "The permission has expired. The monitor waits for a new one.",
  PAUSED: "The client or the person has paused the monitor.",
  ENDED: "The monitor has ended."
}

/** Returns a sentence about a status, or an empty string if this release does not know the status. */
export const meaningOf = (process: OpenProcessGroup["process"], status: string): string => {
  if (process === "MONITOR") return monitorMeanings[status] ?? ""
  return (process === "COLLECTION" ? collectionTexts : consentTexts)[status]?.meaning ?? ""
}

/** The statuses in which a collection ends because of the company or the service. A person can do nothing about them. */
const failures: ReadonlySet<string> = new Set(["FAILED", "THIRD_PARTY_ERROR", "FAILED_PDF_PARSE"])

/** Returns `danger` only if something is lost. What waits for a person, or ended because of the person, is neutral. */
export const toneOf = (kind: StoryKind, status: string): BadgeTone => {
  if (kind !== "COLLECTION" && kind !== "CONSENT") return status === "ACTIVE" ? "success" : "neutral"
  if (failures.has(status)) return "danger"
  return (kind === "COLLECTION" ? collections : consents)[status]?.class === "OUTCOME" ? "success" : "neutral"
}

/** What an operator can do about a failure, by the failure's reason. Omits reasons that only the person can act on. */
const steps: Readonly<Record<string, string>> = {
  CONNECTOR_ERROR:
    "Look in the connector's log. If other collections at the company fail too, tell whoever maintains the connector.",
  UNEXPECTED_STATUS: "The connector is wrong. Tell whoever maintains it, with the id of this collection.",
  COLLECTION_TIMEOUT:
    "Compare its duration with others at the company. If those are slow too, the company is slow, and the person can try again later.",
  COMPANY_UNREACHABLE:
    "Check that this machine can reach the company. If it can, the company is down, and the person can try again later.",
  COMPANY_ERROR: "If other collections at the company fail too, tell the company. Otherwise, the person can try again.",
  COMPANY_MAINTENANCE: "Nothing. The person can try again when the company is back.",
  PDF_UNKNOWN_LAYOUT:
    "If several files of this company fail, the company may have a new layout. Otherwise, the person needs another file.",
  PDF_NOT_READABLE:
    "If several files of this company fail, the company may have a new layout. Otherwise, the person needs another file.",
  CONSENT_REFUSED: "If other consents at the bank fail too, ask the bank. Otherwise, the person can consent again.",
  REJECTED_BY_BANK: "If other consents at the bank fail too, ask the bank. Otherwise, the person can consent again.",
  BANK_UNAVAILABLE:
    "Check that this machine can reach the bank, and that its certificate there is valid. Otherwise, the bank is down."
}

/** What an operator can do if several collections at a company fail for the same reason. */
export const companySteps: Readonly<Record<string, string>> = {
  CONNECTOR_ERROR: "Look in the connector's log, and tell whoever maintains the connector.",
  UNEXPECTED_STATUS: "The connector is wrong. Tell whoever maintains it.",
  COLLECTION_TIMEOUT: "The company is slow. Check the network to it. People can try again later.",
  COMPANY_UNREACHABLE: "Check that this machine can reach the company. If it can, the company is down.",
  COMPANY_ERROR: "Tell the company. People can try again later.",
  COMPANY_MAINTENANCE: "Nothing. People can try again when the company is back.",
  PDF_UNKNOWN_LAYOUT: "The company may have a new layout. Compare the files with the layouts of the service.",
  PDF_NOT_READABLE: "The company may have a new layout. Compare the files with the layouts of the service."
}

/** Returns a sentence about the reason for a failure. */
export const reasonText = (reason: string | undefined): string | undefined =>
  reason === undefined ? undefined : (reasonTexts[reason] ?? reason)

/** What happened, and what to do about it. */
interface Explanation {
  readonly what: string
  readonly step: string
  /** True if the company or the service caused the failure, and not the person. */
  readonly isFailure: boolean
}

/**
 * Returns why a collection or consent has not succeeded. Returns nothing if it has succeeded, or if it is in progress
 * and waits for nobody.
 */
export const explanationOf = (
  process: "COLLECTION" | "CONSENT",
  status: string,
  reason: string | undefined
): Explanation | undefined => {
  const [table, texts] = process === "COLLECTION" ? [collections, collectionTexts] : [consents, consentTexts]
  const text = texts[status]
  const kind = table[status]?.class
  if (text === undefined || kind === "OUTCOME" || kind === "IN_PROGRESS") return undefined
  const step = reason === undefined ? undefined : steps[reason]
  return {
    what: reasonText(reason) ?? text.meaning,
    step: step ?? `Nothing here. The client's part: ${text.clientAction}`,
    isFailure: toneOf(process, status) === "danger"
  }
}
