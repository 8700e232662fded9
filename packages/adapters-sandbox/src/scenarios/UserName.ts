/** Rows of the table of scenarios that a user name, or the local part of an address, chooses: the name of the scenario. */
import type { Course } from "./Beat.ts"
import { end, show } from "./Beat.ts"
import type { ByPassword } from "./Scenario.ts"

/** What happens with a user name that names no scenario. */
export const completes: Course = [show("LOGIN"), show("COLLECTING"), end("COMPLETED", { share: "ALL" })]

export const byUserName = (
  scenario: string,
  description: string,
  course: Course,
  more?: Partial<Pick<ByPassword, "company" | "supplements" | "parameters" | "unlisted">>
): ByPassword => ({ scenario, description, route: "PASSWORD", key: scenario, company: "se-nordhem", course, ...more })
