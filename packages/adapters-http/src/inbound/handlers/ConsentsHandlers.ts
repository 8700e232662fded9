/** The handlers of consents, which act for the token's user (spec 2.4, 4; decisions 9). All versions share them. */
import { head } from "@sheaf/domain/ApiVersion"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { Api, ConsentsGroup } from "@sheaf/http-contract"
import { Consents } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { addresses } from "../answers/Addresses.ts"
import * as StatusAnswer from "../answers/StatusAnswer.ts"
import * as HeldRequest from "../waiting/HeldRequest.ts"
import * as NextPage from "./NextPage.ts"
import { forUser, located, personal } from "./Personal.ts"

export const layer = <Version extends string>(version: Version) =>
  HttpApiBuilder.group(Api.of(version).add(ConsentsGroup), "consents", (handlers) =>
    Effect.map(Consents, (consents) => {
      const shown = <A extends { readonly body: ConsentStatusObject }>(current: A): A => {
        if (version === head) return current
        const { sandboxPageUrl: _, ...body } = current.body
        return { ...current, body }
      }
      const write = StatusAnswer.compile(version, ConsentsGroup.endpoints.status)
      return handlers.handleAll({
        create: ({ payload }) =>
          forUser((user) => consents.create(user, payload)).pipe(
            Effect.map((body) => located(body, addresses.consents.status({ params: body })))
          ),
        list: ({ query }) =>
          NextPage.answer(addresses.consents.list, query, (request) => forUser((user) => consents.list(user, request))),
        read: ({ params }) => forUser((user) => consents.read(user, params.consentId)).pipe(Effect.map(personal)),
        status: ({ params, request }) =>
          forUser((user) => HeldRequest.reading(user, params.consentId, consents.status(user, params.consentId))).pipe(
            Effect.map((current) => StatusAnswer.respond(write, request, params.consentId, shown(current)))
          ),
        confirm: ({ params, payload }) =>
          forUser((user) => consents.confirm(user, params.consentId, Redacted.make(payload.code))).pipe(
            Effect.map(({ body }) => personal(body))
          ),
        revoke: ({ params }) =>
          forUser((user) => consents.revoke(user, params.consentId)).pipe(
            Effect.map((current) => personal(shown(current).body))
          )
      })
    })
  )
