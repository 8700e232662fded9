/** The catalogue of what the sandbox can be made to do (decisions 16). */
import type { Scenario } from "@sheaf/domain/Scenario"
import { Context } from "effect"

export class Scenarios extends Context.Service<Scenarios, { readonly all: ReadonlyArray<Scenario> }>()(
  "@sheaf/ports/Scenarios"
) {}
