/**
 * The scenarios as the console loads them: a compact list with the page, and a scenario's details when it is chosen.
 */
import type { ConsentScenario, Scenario } from "@sheaf/client"

export type PlayableScenario =
  | ({ readonly kind: "COLLECTION"; readonly companyName: string } & Scenario)
  | ({ readonly kind: "CONSENT"; readonly companyName: string } & ConsentScenario)

/** What the list shows and searches. */
export interface ListedScenario extends Pick<
  PlayableScenario,
  "company" | "companyName" | "description" | "finalStatus" | "kind" | "loginMethods" | "scenario"
> {
  readonly visits: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<{ readonly type: string }>
}
