/** A version's contract, and its OpenAPI document, which includes the unversioned operations (spec 7, 9). */
import type { Versions } from "@sheaf/domain/versions/Versions"
import { OpenApi } from "effect/http-api"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import * as OpenApiDocument from "../openapi/OpenApiDocument.ts"
import * as Operation from "../openapi/Operation.ts"
import * as SystemApi from "./SystemApi.ts"

const introduction = `Sheaf collects insurance, pension and investment data from companies on behalf of a person, and keeps
consents to read bank accounts. [Integrate Sheaf](/docs/guides/integrate) shows a first collection.
[Other guides](/docs/guides) say how to [operate Sheaf](/docs/guides/operate), [write a
connector](/docs/guides/connectors), and [use only its rules](/docs/guides/rules).

## Every request

### Requests are strict, responses are open

An unknown member or query parameter is rejected, because a misspelled name could widen the request. Responses can gain
members, enum values and map keys at any time, so ignore any that you do not recognize. A member is absent if its value is
unknown; absence never means zero or none. Every error is a problem document (RFC 9457) with a stable \`code\` to branch on.

### Headers

Every response has \`X-Request-Id\`. Responses of operations with credentials also have \`Service-Version\`,
\`Vary\`, \`RateLimit\` and \`RateLimit-Policy\`. OpenAPI has no place for such headers, so \`x-common-headers\` declares them.`

const mutualTls = `### Mutual TLS

Over it, requests without a valid client certificate are rejected, during the handshake or with 403, even on paths that need
no credentials.`

const descriptionOf = (version: string, { head }: Versions, remarks: ReadonlyArray<string>): string => {
  const text = [introduction, ...remarks, mutualTls].join("\n\n")
  if (version === head) return text
  return `**Version ${version} is deprecated.** Write new clients for [version ${head}](/docs/${head}). \`GET /versions\` describes
what changed in the newer version, and shows when this version will be retired. So do the headers \`Deprecation\`, \`Sunset\`
and \`Link\` of the responses of operations with credentials.

${text}`
}

/** `remarks` are additional sections of the API's description, each with a heading of the third level. */
const publishedApiOf = <Version extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Version, Groups>,
  versions: Versions,
  remarks: ReadonlyArray<string>
) => {
  const version = api.identifier
  const whole = Operation.describe(api.addHttpApi(SystemApi.make(versions)))
  const place = { version, versions, problems: Operation.problemsOf(whole) }
  return whole.annotateMerge(
    OpenApi.annotations({
      description: descriptionOf(version, versions, remarks),
      // The parameter's type is a plain record, but the value is always the whole document.
      transform: (document) => OpenApiDocument.completeDocument(document as OpenApi.OpenAPISpec, place)
    })
  )
}

export interface Contract<Version extends string, Groups extends HttpApiGroup.Constraint> {
  readonly api: HttpApi.HttpApi<Version, Groups>
  readonly document: (versions: Versions) => OpenApi.OpenAPISpec
}

export type ContractOf<Api> =
  Api extends HttpApi.HttpApi<infer Version extends string, infer Groups extends HttpApiGroup.Constraint>
    ? Contract<Version, Groups>
    : never

/** `remarks` are additional sections of the document's description, each with a heading of the third level. */
export const make = <Version extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Version, Groups>,
  remarks: ReadonlyArray<string> = []
): Contract<Version, Groups> => ({
  api,
  document: (versions) => OpenApi.fromApi(publishedApiOf(api, versions, remarks))
})
