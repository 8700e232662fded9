/** Handles Connect sessions (spec 13). All versions share these handlers. */
import { Api, ConnectSessionsGroup } from "@sheaf/http-contract"
import { ConnectSessions } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { hash } from "node:crypto"
import { headUrlBuilder } from "../responses/Urls.ts"
import * as PagedResponse from "./PagedResponse.ts"
import { runForCaller, createdResponse, noStoreResponse } from "./CallerResponse.ts"

export const layer = <Version extends string>(version: Version) =>
  HttpApiBuilder.group(Api.makeEmpty(version).add(ConnectSessionsGroup), "connectSessions", (handlers) =>
    Effect.map(ConnectSessions, (sessions) =>
      handlers.handleAll({
        create: ({ payload }) =>
          runForCaller((caller) => sessions.create(caller, payload)).pipe(
            Effect.map((body) => createdResponse(body, headUrlBuilder.connectSessions.read({ params: body })))
          ),
        list: ({ query }) =>
          PagedResponse.respond(headUrlBuilder.connectSessions.list, query, (request) =>
            runForCaller((caller) => sessions.list(caller, request))
          ),
        read: ({ params }) =>
          runForCaller((caller) => sessions.read(caller, params.connectSessionId)).pipe(Effect.map(noStoreResponse)),
        confirm: ({ params, payload }) =>
          runForCaller((caller) =>
            sessions.confirm(
              caller,
              params.connectSessionId,
              Redacted.make(payload.code),
              // The PKCE code challenge (RFC 7636 §4.6).
              payload.codeVerifier && hash("sha256", payload.codeVerifier, "base64url")
            )
          ).pipe(Effect.map(noStoreResponse))
      })
    )
  )
