/** What the contracts of all versions have in common: closed requests, and words about the service. */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { Context } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import * as OpenApiDocument from "../openapi/OpenApiDocument.ts"

const closed = { errors: "all", onExcessProperty: "error" } as const

/**
 * Requests are closed at any depth, and every broken rule is named at once (decisions, introduction; 12). Answers keep
 * the default options: what is encoded is ours, and looking for all its faults would slow every answer down.
 */
export const strict: Context.Context<never> = Context.empty().pipe(
  Context.add(HttpApi.QueryParseOptions, closed),
  Context.add(HttpApi.PayloadParseOptions, closed)
)

const introduction = `Collects insurance, pension and investment data from companies on behalf of a person.

1. Ask \`GET /companies/availability\` whether the company can be collected from, and with which login methods.
2. Start a collection.
3. Poll its status, and do what it asks for, until it has ended.
4. Fetch the data.

Consents to read accounts at banks are a user's: make the user known, open a session, and create the consent with its
token. A collection can then be started under it, with the API key and the token.

Answers are open: ignore members, enum values and keys that you do not know. Requests are closed: a member or query
parameter that the version does not know is refused. A value that is unknown is left out; it never means zero or nothing.
Every failure is a problem document (RFC 9457), whose \`code\` is what to switch over.

In the sandbox, the API key \`sheaf-demo\` opens everything, unless the operator has switched it off. What happens there is
chosen by the credentials: \`GET /sandbox/scenarios\` lists them.

Over mutual TLS, a request without a certificate that is good is not answered, or with 403: at every path, also at those that
need no credential.`

/** Who opens the document of a version that is replaced is told so before anything else. */
const descriptionOf = (version: ApiVersion.ApiVersion): string => {
  const { head } = ApiVersion
  if (version === head) return introduction
  return `**Version ${version} is deprecated.** Write new clients for [version ${head}](/docs/${head}). \`GET /versions\` tells what it
changed, and when this version is to end.

${introduction}`
}

/** An empty contract of one version, to which its groups are added. */
export const of = <Version extends ApiVersion.ApiVersion>(version: Version) =>
  HttpApi.make(version)
    .annotateMerge(strict)
    .annotateMerge(
      OpenApi.annotations({
        title: "Sheaf",
        version,
        description: descriptionOf(version),
        license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
        servers: [{ url: "/" }],
        // A transformation is given a record of anything; at this level it is the whole document.
        transform: (document) => OpenApiDocument.complete(document as OpenApi.OpenAPISpec, version)
      })
    )
