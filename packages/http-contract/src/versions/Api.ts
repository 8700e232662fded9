/**
 * The parts that the contracts of all versions have in common: strict parsing of requests, the service's name, and
 * groups.
 */
import { TestEvent } from "@sheaf/domain/WebhookAttempt"
import { Context } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import type { HttpApiGroup } from "effect/http-api"
import { ProblemResponses } from "../access/Middlewares.ts"
import { CompaniesGroup } from "../companies/CompaniesGroup.ts"
import { UsersGroup } from "../users/UsersGroup.ts"
import { ConnectSessionsGroup } from "../connect/ConnectSessionsGroup.ts"
import { MonitorsGroup } from "../monitors/MonitorsGroup.ts"
import { WebhookEndpointsGroup } from "../events/WebhookEndpointsGroup.ts"

const closed = { errors: "all", onExcessProperty: "error" } as const

/**
 * Rejects unknown members of requests at any depth and reports all violations together (spec 12).
 * Responses are not checked strictly, because they contain the service's own values and strict checks would slow down
 * every response.
 */
export const strictParsing: Context.Context<never> = Context.empty().pipe(
  Context.add(HttpApi.QueryParseOptions, closed),
  Context.add(HttpApi.PayloadParseOptions, closed)
)

export const makeEmpty = <Version extends string>(version: Version) =>
  HttpApi.make(version)
    .annotateMerge(strictParsing)
    .annotate(HttpApi.AdditionalSchemas, [TestEvent])
    .annotateMerge(
      OpenApi.annotations({
        title: "Sheaf",
        version,
        license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
        servers: [{ url: "/" }]
      })
    )

export const make = <
  Version extends string,
  const Collections extends ReadonlyArray<HttpApiGroup.Constraint>,
  Consents extends HttpApiGroup.Constraint,
  Events extends HttpApiGroup.Constraint
>(
  version: Version,
  collections: Collections,
  consents: Consents,
  events: Events
) =>
  makeEmpty(version)
    .add(
      CompaniesGroup,
      ...collections,
      UsersGroup,
      consents,
      events,
      WebhookEndpointsGroup,
      ConnectSessionsGroup,
      MonitorsGroup
    )
    .middleware(ProblemResponses)

/** Creates a contract of additional groups that only some services have. */
export const makeAdditional = <Version extends string, Group extends HttpApiGroup.Constraint>(
  version: Version,
  group: Group
) => makeEmpty(version).add(group).middleware(ProblemResponses)
