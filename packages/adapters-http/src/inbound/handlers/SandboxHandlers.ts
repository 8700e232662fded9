/** What the sandbox can be made to do (decisions 16). */
import { Api, SandboxGroup, SandboxGroup20250101 } from "@sheaf/http-contract"
import { Scenarios } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Dialect from "../Dialect.ts"
import * as CollectionOperations from "./CollectionOperations.ts"

const scenarios = Effect.map(
  Scenarios,
  ({ all }) =>
    () =>
      Effect.succeed(all)
)

export const layer = HttpApiBuilder.group(
  Api.of("2026-04-01").add(SandboxGroup),
  "sandbox",
  Effect.fnUntraced(function* (handlers) {
    const { expire } = yield* CollectionOperations.make(Dialect.head)
    return handlers.handle("scenarios", yield* scenarios).handle("expire", expire)
  })
)

export const layer20250101 = HttpApiBuilder.group(
  Api.of("2025-01-01").add(SandboxGroup20250101),
  "sandbox",
  Effect.fnUntraced(function* (handlers) {
    const { expire } = yield* CollectionOperations.make(Dialect.dialect20250101)
    return handlers.handle("scenarios", yield* scenarios).handle("expire", expire)
  })
)
