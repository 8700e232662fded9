/** What the sandbox can be made to do (decisions 16). */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { Api, SandboxGroup } from "@sheaf/http-contract"
import { Scenarios } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const layer = <Version extends ApiVersion>(version: Version) =>
  HttpApiBuilder.group(Api.of(version).add(SandboxGroup), "sandbox", (handlers) =>
    Effect.map(Scenarios, (scenarios) => handlers.handle("scenarios", () => Effect.succeed(scenarios.all)))
  )
