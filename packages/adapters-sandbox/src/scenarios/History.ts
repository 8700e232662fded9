/**
 * What becomes of a scenario when it is driven as the list says: the course of the connector, and what the service makes
 * of it (spec 3.2, 3.3; decisions 4, 6).
 */
import { canTransition, initial } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { statusOfFailure } from "@sheaf/domain/ElectronicId"
import { statusWhenUnanswered } from "@sheaf/domain/SupplementInfo"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { SignatureScript } from "../clientSide/SignatureScript.ts"
import { signs } from "../electronicId/OrderScript.ts"
import type { OrderScript, Signer } from "../electronicId/OrderScript.ts"
import type { Beat, Behaviour } from "./Beat.ts"
import { statusOfWrongCode, wrongCode } from "./Questions.ts"
import type { PlayedScenario } from "./ScenarioRow.ts"

export interface History {
  /** Each status, in order, without repetitions. */
  readonly visits: ReadonlyArray<CollectionStatus>
  /** It ends because nobody answers in time. */
  readonly expires: boolean
}

/** How the service ends it when the connector does this. */
const faults: Partial<Record<Behaviour, CollectionStatus>> = {
  THROWS: "FAILED",
  NONSENSE: "FAILED",
  HANGS: "THIRD_PARTY_ERROR"
}

/** What one beat adds: the statuses that are reached, and whether it is the last. */
interface Played {
  readonly reached: ReadonlyArray<CollectionStatus>
  readonly ends?: "HERE" | "EXPIRED"
  readonly identified?: boolean
}

const mismatch: CollectionStatus = "AUTHENTICATION_MISMATCH"

const byElectronicId = (before: ReadonlyArray<CollectionStatus>, signer: Signer): Played =>
  signer === "ANOTHER"
    ? { reached: [...before, mismatch], ends: "HERE" }
    : { reached: before, identified: signer === "EXPECTED" }

const order = (script: OrderScript): Played => {
  const waiting: CollectionStatus = "WAITING_FOR_USER_ACTION"
  if (script.type === "NO_ORDER") {
    const status = script.reason === "REFUSED" ? "AUTHENTICATION_ERROR" : "AUTHENTICATION_CONFLICT"
    return { reached: [status], ends: "HERE" }
  }
  const { end } = script
  switch (end.type) {
    case "UNANSWERED":
      return { reached: [waiting, statusWhenUnanswered.RESPONSE_OBJECT], ends: "EXPIRED" }
    case "FAILED":
      return { reached: [waiting, statusOfFailure(end.hint)], ends: "HERE" }
    case "COMPLETE":
      return byElectronicId([waiting], end.signer)
  }
}

const signature = ({ refused, signatures, signer }: SignatureScript): Played => {
  const login: CollectionStatus = "LOGIN"
  if (refused) return { reached: [login, "AUTHENTICATION_ERROR"], ends: "HERE" }
  const waiting: ReadonlyArray<CollectionStatus> = [login, "WAITING_FOR_USER_ACTION"]
  switch (signatures.at(-1)) {
    case "CANCELLED":
      return { reached: [...waiting, "AUTHENTICATION_CANCELLED"], ends: "HERE" }
    case "COMPLETE":
      // What a client's own device says does not verify who signed.
      return { ...byElectronicId(waiting, signer), identified: false }
    default:
      return { reached: [...waiting, statusWhenUnanswered.RESPONSE_OBJECT], ends: "EXPIRED" }
  }
}

const asked = (beat: Extract<Beat, { readonly type: "Ask" }>, answer: SupplementInfo | undefined): Played => {
  if (answer === undefined) return { reached: [beat.status, statusWhenUnanswered[beat.question.kind]], ends: "EXPIRED" }
  const isWrong = answer.type === "TWO_FACTOR_CODE" && answer.value === wrongCode
  return isWrong ? { reached: [beat.status, statusOfWrongCode], ends: "HERE" } : { reached: [beat.status] }
}

/** The beats of a row as the service shows them. `next` is the answer to the question that is asked. */
const play = (row: PlayedScenario, beat: Beat, next: () => SupplementInfo | undefined): Played => {
  switch (beat.type) {
    case "Show": {
      const fault = beat.behaviour === undefined ? undefined : faults[beat.behaviour]
      return fault === undefined ? { reached: [beat.status] } : { reached: [fault], ends: "HERE" }
    }
    case "Ask":
      return asked(beat, next())
    case "Identify":
      return row.route === "ELECTRONIC_ID" ? order(row.script ?? signs) : { reached: [beat.status] }
    case "LogInFromDevice":
      return row.route === "CLIENT_SIDE" ? signature(row.script) : { reached: [beat.status] }
    case "End":
      return { reached: [beat.status], ends: "HERE" }
  }
}

/** What the history of the row is. */
export const of = (row: PlayedScenario): History => {
  const answers = [...(row.supplements ?? [])]
  const visits: Array<CollectionStatus> = [initial]
  let identified = false
  for (const beat of row.course) {
    if (beat.companyTells === "ANOTHERS" && !identified) return { visits: [...visits, mismatch], expires: false }
    const played = play(row, beat, () => answers.shift())
    for (const status of played.reached) {
      const before = visits.at(-1) ?? initial
      if (status === before) continue
      if (!canTransition(before, status)) return { visits: [...visits, "FAILED"], expires: false }
      visits.push(status)
    }
    identified ||= played.identified ?? false
    if (played.ends !== undefined) return { visits, expires: played.ends === "EXPIRED" }
  }
  return { visits, expires: false }
}
