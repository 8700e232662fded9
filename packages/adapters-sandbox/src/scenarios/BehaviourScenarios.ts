/** What user names make simulated companies, and the connector to them, do wrong (decisions 4, 16). */
import { end, show } from "./Beat.ts"
import type { Behaviour, Course } from "./Beat.ts"
import type { ByPassword } from "./Scenario.ts"
import { byUserName } from "./UserName.ts"

const login = show("LOGIN")
const completed = end("COMPLETED", { share: "ALL" })

/** Behaves like that once the person is logged in. */
const behaves = (behaviour: Behaviour): Course => [login, show("COLLECTING", { behaviour }), completed]

export const behaviourScenarios: ReadonlyArray<ByPassword> = [
  byUserName("company-slow", "The company takes some seconds to answer; ends with data.", behaves("SLOW")),
  byUserName(
    "company-unreachable-twice",
    "The company cannot be reached twice; the service tries again, and ends with data.",
    behaves("UNREACHABLE_TWICE")
  ),
  byUserName("connector-throws", "The connector to the company throws.", behaves("THROWS")),
  byUserName("connector-nonsense", "What the connector makes of the company's answer is no step.", behaves("NONSENSE")),
  byUserName("connector-unexpected-status", "The connector names a status that may not follow LOGIN.", [
    login,
    completed
  ]),
  byUserName(
    "company-hangs",
    "The company never answers. Ends in THIRD_PARTY_ERROR, when the service has tried for as long as it is set to.",
    behaves("HANGS"),
    { unlisted: true }
  )
]
