/** Where a collection stands in the course of its scenario, and where it goes from there: the pure half of the connector. */
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { Company } from "../companies/Company.ts"
import { codeRefused, show, wrongCode } from "./Beat.ts"
import type { Beat } from "./Beat.ts"
import * as Pace from "./Pace.ts"
import { courseOf } from "./ScenarioTable.ts"
import type { Session } from "./Session.ts"

/** Where states take time, RUNNING is held long enough to be seen; where they take none, nothing is held. */
const beatsOf = (company: Company, { identity, method }: Session): ReadonlyArray<Beat> => {
  const course = courseOf(company, method, identity)
  return Pace.takesTime(method)
    ? [show("RUNNING"), ...course]
    : course.filter((beat) => beat.type !== "Show" || beat.lingers === undefined)
}

/** The beat at the session's place; nothing when the course has no such place. */
export const beatAt = (company: Company, session: Session): Beat | undefined =>
  session.codeRefused ? codeRefused : beatsOf(company, session)[session.at]

/** What brings a collection on: a pause that is over, or an answer. */
export type Cue = "PAUSE_OVER" | SupplementInfo

/** The session at the next place; nothing when the cue does not fit the place, or the course has ended. */
export const next = (company: Company, session: Session, cue: Cue): Session | undefined => {
  const beat = beatAt(company, session)
  if (beat === undefined || beat.type === "End" || (beat.type === "Show") !== (cue === "PAUSE_OVER")) return undefined
  return cue !== "PAUSE_OVER" && cue.type === "TWO_FACTOR_CODE" && cue.value === wrongCode
    ? { ...session, codeRefused: true }
    : { ...session, at: session.at + 1 }
}
