/** A scenario as a row in a `data/scenarios` file (spec 12). */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { CompanyId } from "@sheaf/domain/Company"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Parameter } from "@sheaf/domain/Parameter"
import { SandboxPageButton } from "./Scenario.ts"
import { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Schema } from "effect"
import { LoginParameterName } from "../companies/Company.ts"
import { OrderScript } from "./OrderScript.ts"
import { SignatureScript } from "./SiteScript.ts"
import { ScriptData } from "./Script.ts"
import type { ScenarioScript } from "./Script.ts"

const facts = {
  scenario: Schema.String,
  description: Schema.String,
  /** An example. The same credentials select the same scenario at all companies with this login method. */
  company: CompanyId,
  /** The statuses that a collection goes through when a program runs it from the list. */
  visits: Schema.NonEmptyArray(CollectionStatus),
  /** The collection ends in a timeout. */
  expire: Schema.optionalKey(Schema.Literal(true)),
  /** The inputs to post, one per question. Further questions stay unanswered. */
  supplements: Schema.optionalKey(Schema.Array(SupplementInfo)),
  parameters: Schema.optionalKey(Schema.Array(Parameter)),
  /** The scenario is not listed, because programs would not wait that long. */
  unlisted: Schema.optionalKey(Schema.Literal(true))
}

/** A scenario that the credentials choose. */
const chosen = {
  ...facts,
  /** The user name, local part or 12-digit personal number. Default: the scenario's name. */
  key: Schema.optionalKey(Schema.String),
  /** Default: the script for credentials that select no scenario. */
  course: Schema.optionalKey(ScriptData)
}

export const ScenarioRow = Schema.Union([
  Schema.Struct({ ...chosen, route: Schema.Literals(["PASSWORD", "SECURITY_TOKEN"]) }),
  Schema.Struct({
    ...chosen,
    route: Schema.Literal("ELECTRONIC_ID"),
    /** The order at the electronic-ID provider. Default: the person signs. */
    script: Schema.optionalKey(OrderScript),
    /** Which buttons to press on the order's page. */
    presses: Schema.optionalKey(Schema.Array(SandboxPageButton))
  }),
  Schema.Struct({
    ...chosen,
    route: Schema.Literal("CLIENT_SIDE"),
    script: SignatureScript
  }),
  Schema.Struct({
    ...chosen,
    route: Schema.Literal("PAGE"),
    /** The buttons to press on the page, in which alone these scenarios differ. */
    presses: Schema.optionalKey(Schema.Array(SandboxPageButton))
  }),
  Schema.Struct({
    ...facts,
    /** Any credentials will do: the company or the login method selects the scenario. */
    route: Schema.Literal("ANY"),
    /** Default: all of the company's login parameters. */
    loginParameters: Schema.optionalKey(Schema.Array(LoginParameterName))
  })
])
export type ScenarioRow = typeof ScenarioRow.Type
export const ScenarioRows = Schema.Array(ScenarioRow)

interface Played {
  /** If the route is ANY, any user name selects the scenario. */
  readonly key: string
  readonly course: ScenarioScript
  readonly loginMethods: ReadonlyArray<LoginMethod>
}

type PlayedRow<Row> = Row extends ScenarioRow ? Omit<Row, keyof Played | "loginParameters"> & Played : never

/** A scenario with its defaults filled in. */
export type ResolvedScenario = PlayedRow<ScenarioRow>
