/** Where a collection stands in the course of its scenario, and where an answer brings it: the pure half of the connector. */
import type { Input } from "@sheaf/domain/SupplementInfo"
import type { Company } from "../companies/Company.ts"
import { end, show } from "./Beat.ts"
import type { Beat } from "./Beat.ts"
import * as Pace from "./Pace.ts"
import { statusOfWrongCode, wrongCode } from "./Questions.ts"
import { courseOf } from "./ScenarioTable.ts"
import { endingAs, onward } from "./Session.ts"
import type { Session } from "./Session.ts"

/** Where states take time, RUNNING is held long enough to be seen. */
const beatsOf = (company: Company, { identity, method }: Session): ReadonlyArray<Beat> => {
  const course = courseOf(company, method, identity)
  return Pace.takesTime(method) ? [show("RUNNING"), ...course] : course
}

/** The beat at the session's place; nothing when the course has no such place. */
export const beatAt = (company: Company, session: Session): Beat | undefined =>
  session.endedAs === undefined ? beatsOf(company, session)[session.at] : end(session.endedAs)

/** The session after an answer. */
export const answered = (session: Session, input: Input): Session => {
  switch (input.type) {
    case "TWO_FACTOR_CODE":
      return input.value === wrongCode ? endingAs(session, statusOfWrongCode) : onward(session)
    case "TWO_FACTOR_CHOICE":
      return { ...onward(session), chosen: input.methodId }
    case "COLLECTION_INPUT":
      return onward(session)
  }
}
