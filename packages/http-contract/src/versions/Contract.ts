/** A version's contract, and its OpenAPI document with the unversioned operations (spec 7, 9). */
import type { Versions } from "@sheaf/domain/versions/Versions"
import { OpenApi } from "effect/http-api"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import * as OpenApiDocument from "../openapi/OpenApiDocument.ts"
import * as Operation from "../openapi/Operation.ts"
import * as SystemApi from "./SystemApi.ts"

const introduction = `Sheaf collects insurance, pension and investment data from companies on behalf of a person.

1. Check the company's availability and login methods with \`GET /companies/availability\`.
2. Start a collection.
3. Poll the collection's status until it ends. Supply any input that the status requests.
4. Fetch the data.

Consents to read bank accounts belong to a user. Create the user, open a session, and create the consent with the session's
token. Then start collections under the consent, with the API key and the token.

Responses can gain members, enum values and map keys at any time. Ignore any that you do not recognize. Requests are strict:
unknown members and query parameters are rejected, because a misspelled name could widen the request. A member is absent if
its value is unknown; absence never means zero or none. Every error is a problem document (RFC 9457) with a stable \`code\`
to branch on.

Every response has the header \`X-Request-Id\`. Responses of operations with credentials also have \`Service-Version\`,
\`Vary\`, \`RateLimit\` and \`RateLimit-Policy\`. Because OpenAPI has no place for such headers, \`x-common-headers\` declares
them.

[The guides](/docs/guides) cover whole tasks: [integrate Sheaf](/docs/guides/integrate), [operate it](/docs/guides/operate),
[write a connector](/docs/guides/connectors), and [use only its rules](/docs/guides/rules).

In the sandbox, the public API key \`sheaf-demo\` gives access to everything, unless the operator has disabled it. Send it as
\`Authorization-token: sheaf-demo\`, not as a bearer token. The credentials in a start request select a scenario.
\`GET /sandbox/scenarios\` lists all scenarios.

Over mutual TLS, requests without a valid client certificate are rejected, during the handshake or with 403. The same
applies to paths that need no credentials.`

/** Returns a document's description. An older version's description begins with a deprecation notice. */
const descriptionOf = (version: string, { head }: Versions): string => {
  if (version === head) return introduction
  return `**Version ${version} is deprecated.** Write new clients for [version ${head}](/docs/${head}). \`GET /versions\` describes
what changed in the newer version, and shows when this version will be retired. So do the headers \`Deprecation\`, \`Sunset\`
and \`Link\` of the responses of operations with credentials.

${introduction}`
}

/** Returns a version's API together with the unversioned operations. */
export const publishedApiOf = <Version extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Version, Groups>,
  versions: Versions
) => {
  const version = api.identifier
  const whole = Operation.describe(api.addHttpApi(SystemApi.make(versions)))
  const place = { version, versions, problems: Operation.problemsOf(whole) }
  return whole.annotateMerge(
    OpenApi.annotations({
      description: descriptionOf(version, versions),
      // The type of `document` is a plain record, but its value is always the whole document.
      transform: (document) => OpenApiDocument.completeDocument(document as OpenApi.OpenAPISpec, place)
    })
  )
}

export interface Contract<
  Version extends string,
  Groups extends HttpApiGroup.Constraint,
  Sandbox extends HttpApiGroup.Constraint
> {
  /** What every service serves. */
  readonly service: HttpApi.HttpApi<Version, Groups>
  /** What only a sandbox serves. */
  readonly sandbox: HttpApi.HttpApi<Version, Sandbox>
  /** Both. */
  readonly api: HttpApi.HttpApi<Version, Groups | Sandbox>
  readonly document: (versions: Versions) => OpenApi.OpenAPISpec
}

export const make = <
  Version extends string,
  Groups extends HttpApiGroup.Constraint,
  Sandbox extends HttpApiGroup.Constraint
>(
  service: HttpApi.HttpApi<Version, Groups>,
  sandbox: HttpApi.HttpApi<Version, Sandbox>
): Contract<Version, Groups, Sandbox> => {
  const api = service.addHttpApi(sandbox)
  return { service, sandbox, api, document: (versions) => OpenApi.fromApi(publishedApiOf(api, versions)) }
}
