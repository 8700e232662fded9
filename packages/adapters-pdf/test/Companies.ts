/** Companies of another adapter. The tests add PDF uploads to them. */
import { ConnectorError, Connectors } from "@sheaf/ports"
import type { ConnectedCompany, Connector, Step } from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"

/** A connector that shows LOGIN and then fails. */
const theirs: Connector = {
  begin: () => Effect.succeed({ _tag: "Poll", status: "LOGIN", session: "theirs", afterMillis: 0 } satisfies Step),
  resume: (session) =>
    session === "theirs"
      ? Effect.succeed({ _tag: "End", status: "FAILED", session } satisfies Step)
      : Effect.fail(new ConnectorError({ reason: "BROKEN" })),
  cancel: () => Effect.void,
  document: () => Effect.fail(new ConnectorError({ reason: "BROKEN" }))
}

export const company = (id: string, market: "ee" | "fr" | "se"): ConnectedCompany => {
  const identity = { company: id, companyDisplayName: id, market }
  return {
    availability: {
      ...identity,
      functional: true,
      status: "OPERATIONAL",
      loginMethods: ["EMAIL"],
      products: ["INSURANCE"],
      updatedAt: "2026-04-01T00:00:00Z"
    },
    supported: {
      ...identity,
      insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }],
      wealth: []
    },
    connector: theirs
  }
}

export const connectorsOf = (current: () => ReadonlyArray<ConnectedCompany>): Layer.Layer<Connectors> =>
  Layer.succeed(Connectors, {
    all: Effect.sync(current),
    find: (id) =>
      Effect.sync(() => Option.fromUndefinedOr(current().find(({ availability }) => availability.company === id))),
    findTest: () => Effect.succeedNone
  })
