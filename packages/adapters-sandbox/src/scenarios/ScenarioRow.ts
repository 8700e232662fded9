/** A row in a `data/scenarios` file describes one scenario (spec 12). */
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
  /** An example company. The same credentials select this scenario at every company with this login method. */
  company: CompanyId,
  /** The statuses that a collection passes through when a program runs the scenario. */
  visits: Schema.NonEmptyArray(CollectionStatus),
  expire: Schema.optionalKey(Schema.Literal(true)),
  /** The inputs to post, one per question. Any further questions stay unanswered. */
  supplements: Schema.optionalKey(Schema.Array(SupplementInfo)),
  parameters: Schema.optionalKey(Schema.Array(Parameter)),
  /** Present if the catalog omits the scenario because it takes too long for programs. */
  unlisted: Schema.optionalKey(Schema.Literal(true))
}

const chosen = {
  ...facts,
  /** A user name, the local part of an email address, or a 12-digit personal number. Default: the scenario's name. */
  key: Schema.optionalKey(Schema.String),
  /** Default: the script for credentials that select no scenario. */
  course: Schema.optionalKey(ScriptData)
}

export const ScenarioRow = Schema.Union([
  Schema.Struct({ ...chosen, route: Schema.Literals(["PASSWORD", "SECURITY_TOKEN"]) }),
  Schema.Struct({
    ...chosen,
    route: Schema.Literal("ELECTRONIC_ID"),
    /** The script of the order at the electronic-ID provider. By default, the person signs. */
    script: Schema.optionalKey(OrderScript),
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
    /** The buttons to press on the page. Page scenarios differ only in these buttons. */
    presses: Schema.optionalKey(Schema.Array(SandboxPageButton))
  }),
  Schema.Struct({
    ...facts,
    /** Accepts any credentials, because the company or the login method selects the scenario. */
    route: Schema.Literal("ANY"),
    /** Default: all of the company's login parameters. */
    loginParameters: Schema.optionalKey(Schema.Array(LoginParameterName))
  })
])
export type ScenarioRow = typeof ScenarioRow.Type
export const ScenarioRows = Schema.Array(ScenarioRow)

interface Played {
  /** Irrelevant if the route is ANY, because any user name then selects the scenario. */
  readonly key: string
  readonly course: ScenarioScript
  readonly loginMethods: ReadonlyArray<LoginMethod>
}

type PlayedRow<Row> = Row extends ScenarioRow ? Omit<Row, keyof Played | "loginParameters"> & Played : never

export type ResolvedScenario = PlayedRow<ScenarioRow>
