/** One row of the table of scenarios, as `data/scenarios` has it, and as the sandbox plays it (decisions 16). */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { CompanyId } from "@sheaf/domain/Company"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Parameter } from "@sheaf/domain/Parameter"
import { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Schema } from "effect"
import { SignatureScript } from "../clientSide/SignatureScript.ts"
import { LoginParameterName } from "../companies/Company.ts"
import { OrderScript } from "../electronicId/OrderScript.ts"
import { CourseData } from "./Beat.ts"
import type { Course } from "./Beat.ts"

const facts = {
  scenario: Schema.String,
  description: Schema.String,
  /** The company that shows it. The same credentials do the same at every company that has the login method. */
  company: CompanyId,
  /** The statuses that a collection passes when it is driven as the list says: what the service makes of the course. */
  visits: Schema.NonEmptyArray(CollectionStatus),
  /** It ends because nobody answers in time. */
  expire: Schema.optionalKey(Schema.Literal(true)),
  /** The answers to post, one each time the collection newly asks. A question beyond them stays unanswered. */
  supplements: Schema.optionalKey(Schema.Array(SupplementInfo)),
  /** The parameters that it needs beside the credentials. */
  parameters: Schema.optionalKey(Schema.Array(Parameter)),
  /** Not in the list, because it takes longer than a program that drives the list would wait. */
  unlisted: Schema.optionalKey(Schema.Literal(true))
}

/** A scenario that the credentials choose. */
const chosen = {
  ...facts,
  /** The user name, the local part of an address, or the 12-digit personal number. By default the name of the scenario. */
  key: Schema.optionalKey(Schema.String),
  /** By default the course of every login on this route that names no scenario. */
  course: Schema.optionalKey(CourseData)
}

export const ScenarioRow = Schema.Union([
  Schema.Struct({ ...chosen, route: Schema.Literals(["PASSWORD", "SECURITY_TOKEN"]) }),
  Schema.Struct({
    ...chosen,
    route: Schema.Literal("ELECTRONIC_ID"),
    /** The order at the provider of electronic IDs. By default the person signs. */
    script: Schema.optionalKey(OrderScript)
  }),
  Schema.Struct({
    ...chosen,
    route: Schema.Literal("CLIENT_SIDE"),
    /** The login at the company's site, on the device of the client. */
    script: SignatureScript
  }),
  Schema.Struct({
    ...facts,
    /** Any credentials: the company, or the login method at this company, decides. */
    route: Schema.Literal("ANY"),
    /** By default those of the company. */
    loginParameters: Schema.optionalKey(Schema.Array(LoginParameterName))
  })
])
export type ScenarioRow = typeof ScenarioRow.Type
export const ScenarioRows = Schema.Array(ScenarioRow)

interface Played {
  /** If the company decides, the user name of anybody. */
  readonly key: string
  readonly course: Course
  /** The login methods that it happens with. */
  readonly loginMethods: ReadonlyArray<LoginMethod>
}

type PlayedRow<Row> = Row extends ScenarioRow ? Omit<Row, keyof Played | "loginParameters"> & Played : never

/** A row with its key, its course and its login methods. */
export type PlayedScenario = PlayedRow<ScenarioRow>
