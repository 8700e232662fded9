/** The contracts of all versions have this in common: closed requests, and the service's name. */
import { Context } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"

const closed = { errors: "all", onExcessProperty: "error" } as const

/**
 * Requests are closed at any depth, and every broken rule is named at once (decisions, introduction; 12). Answers keep
 * the default options: what is encoded is ours, and looking for all its faults would slow every answer down.
 */
export const strict: Context.Context<never> = Context.empty().pipe(
  Context.add(HttpApi.QueryParseOptions, closed),
  Context.add(HttpApi.PayloadParseOptions, closed)
)

/** An empty contract of one version, to which its groups are added. */
export const of = <Version extends string>(version: Version) =>
  HttpApi.make(version)
    .annotateMerge(strict)
    .annotateMerge(
      OpenApi.annotations({
        title: "Sheaf",
        version,
        license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
        servers: [{ url: "/" }]
      })
    )
