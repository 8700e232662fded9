/**
 * The contract of one version, and how it is published: together with what belongs to no version, and with words about its
 * place among the running versions (decisions 12, 13).
 */
import type { Versions } from "@sheaf/domain/versions/Versions"
import { OpenApi } from "effect/http-api"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import * as OpenApiDocument from "../openapi/OpenApiDocument.ts"
import * as Operation from "../openapi/Operation.ts"
import * as SystemApi from "./SystemApi.ts"

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

/** The description of a document begins with the deprecation of its version. */
const descriptionOf = (version: string, { head }: Versions): string => {
  if (version === head) return introduction
  return `**Version ${version} is deprecated.** Write new clients for [version ${head}](/docs/${head}). \`GET /versions\` tells what it
changed, and when this version is to end.

${introduction}`
}

/** Returns the API of a version as it is published among the running versions. */
export const published = <Version extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Version, Groups>,
  versions: Versions
) => {
  const version = api.identifier
  const whole = Operation.describe(api.addHttpApi(SystemApi.make(versions)))
  const place = { version, versions, problems: Operation.problemsOf(whole) }
  return whole.annotateMerge(
    OpenApi.annotations({
      description: descriptionOf(version, versions),
      // A transformation is given a record of anything; at this level it is the whole document.
      transform: (document) => OpenApiDocument.complete(document as OpenApi.OpenAPISpec, place)
    })
  )
}

/** The contract of a version. */
export interface Contract<Version extends string, Groups extends HttpApiGroup.Constraint> {
  readonly api: HttpApi.HttpApi<Version, Groups>
  /** Returns the OpenAPI document of the version among the running versions. */
  readonly document: (versions: Versions) => OpenApi.OpenAPISpec
}

export const make = <Version extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Version, Groups>
): Contract<Version, Groups> => ({ api, document: (versions) => OpenApi.fromApi(published(api, versions)) })
