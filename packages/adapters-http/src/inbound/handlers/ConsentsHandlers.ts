/** Consents to read accounts, in the name of their user (spec 2.4, 4; decisions 9). The same in every version. */
import { Api, ConsentsGroup, CurrentUser, Paging } from "@sheaf/http-contract"
import { Consents } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { orRefuse } from "../problems/Refusals.ts"
import * as NextPage from "./NextPage.ts"
import { notKept, personal } from "./Personal.ts"
import * as StatusAnswer from "../answers/StatusAnswer.ts"

export const layer = <Version extends string>(version: Version) =>
  HttpApiBuilder.group(
    Api.of(version).add(ConsentsGroup),
    "consents",
    Effect.fnUntraced(function* (handlers) {
      const consents = yield* Consents
      const write = StatusAnswer.compile(version, ConsentsGroup.endpoints.status)
      return handlers
        .handle(
          "create",
          Effect.fnUntraced(function* ({ payload }) {
            const body = yield* orRefuse(consents.create(yield* CurrentUser, payload))
            const location = `/consents/${body.consentId}/status`
            return HttpApiSchema.withHeaders({ body, headers: { ...notKept, location } })
          })
        )
        .handle(
          "list",
          Effect.fnUntraced(function* ({ query }) {
            const request = { ...query, limit: query.limit ?? Paging.defaultLimit }
            const page = yield* orRefuse(consents.list(yield* CurrentUser, request))
            return NextPage.answer("/consents", request, page)
          })
        )
        .handle(
          "read",
          Effect.fnUntraced(function* ({ params }) {
            return personal(yield* orRefuse(consents.read(yield* CurrentUser, params.consentId)))
          })
        )
        .handle(
          "status",
          Effect.fnUntraced(function* ({ params, request }) {
            const current = yield* orRefuse(consents.status(yield* CurrentUser, params.consentId))
            return StatusAnswer.respond(write, request, params.consentId, current)
          })
        )
        .handle(
          "revoke",
          Effect.fnUntraced(function* ({ params }) {
            return personal((yield* orRefuse(consents.revoke(yield* CurrentUser, params.consentId))).body)
          })
        )
    })
  )
