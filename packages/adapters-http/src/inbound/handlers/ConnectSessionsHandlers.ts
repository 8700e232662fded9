/** The handlers of Connect sessions (spec 13). All versions share them. */
import { Api, ConnectSessionsGroup } from "@sheaf/http-contract"
import { ConnectSessions } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { addresses } from "../answers/Addresses.ts"
import { forCaller, located, personal } from "./Personal.ts"

export const layer = <Version extends string>(version: Version) =>
  HttpApiBuilder.group(Api.of(version).add(ConnectSessionsGroup), "connectSessions", (handlers) =>
    Effect.map(ConnectSessions, (sessions) =>
      handlers.handleAll({
        create: ({ payload }) =>
          forCaller((caller) => sessions.create(caller, payload)).pipe(
            Effect.map((body) => located(body, addresses.connectSessions.read({ params: body })))
          ),
        read: ({ params }) =>
          forCaller((caller) => sessions.read(caller, params.connectSessionId)).pipe(Effect.map(personal)),
        confirm: ({ params, payload }) =>
          forCaller((caller) => sessions.confirm(caller, params.connectSessionId, Redacted.make(payload.code))).pipe(
            Effect.map(personal)
          )
      })
    )
  )
