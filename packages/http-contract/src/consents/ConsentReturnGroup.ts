/**
 * The URLs that banks redirect people to after an authorization (spec 2.4). Each bank has its own URL, so a response at
 * another bank's URL reveals a mix-up attack (RFC 9700 §4.4). Unknown query parameters are ignored instead of rejected,
 * because banks add parameters of their own. Sheaf reads only the bank's confirmation code (NextGenPSD2 1.3.11) and the
 * authorization server's response.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { noStoreHeaders } from "../openapi/Caching.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Problem from "../problems/Problem.ts"

const page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" }))

const noReferrer = Schema.Literal("no-referrer").annotate({
  description: "Always `no-referrer` on a page or redirect, so that browsers do not send the address to other sites."
})

const success = [
  HttpApiSchema.WithHeaders(page, { ...noStoreHeaders, "referrer-policy": noReferrer }),
  HttpApiSchema.WithHeaders(HttpApiSchema.Empty(303), {
    ...noStoreHeaders,
    "referrer-policy": noReferrer,
    location: Schema.String.annotate({
      description: "The `returnUrl` with the parameters `state`, `consentId` or `collectionId` and, if granted, `code`."
    }),
    "set-cookie": Schema.optionalKey(
      Schema.String.annotate({
        description:
          "A secret for the first browser that gets the `code`. Only this browser can repeat the request " +
          "and get the `code` again."
      })
    )
  })
] as const

const unknown = HttpApiSchema.WithHeaders(page.pipe(HttpApiSchema.status(404)), {
  "referrer-policy": Schema.optionalKey(noReferrer)
})

const problems = Problem.declareCodes("NOT_FOUND", "INTERNAL")

const company = Schema.String.annotate({ description: "The bank." })

const state = Schema.String.annotate({
  description: "The single-use state, from the return address that the service gave the bank."
})

const returned = Operation.make("returnFromBank", { problems, anyQuery: true }, (error) =>
  HttpApiEndpoint.get("returned", "/consents/return/:company/:state", {
    params: { company, state },
    success,
    error: [...error, unknown]
  })
)

const authorized = Operation.make("returnFromAuthorizationServer", { problems, anyQuery: true }, (error) =>
  HttpApiEndpoint.get("authorized", "/consents/return/:company", {
    params: { company },
    success,
    error: [...error, unknown]
  })
)

const returnedToCollection = Operation.make("returnToCollection", { problems, anyQuery: true }, (error) =>
  HttpApiEndpoint.get("returnedToCollection", "/collections/return/:company/:state", {
    params: { company, state },
    success,
    error: [...error, unknown]
  })
)

const authorizedForCollection = Operation.make("returnToCollectionFromServer", { problems, anyQuery: true }, (error) =>
  HttpApiEndpoint.get("authorizedForCollection", "/collections/return/:company", {
    params: { company },
    success,
    error: [...error, unknown]
  })
)

export const ConsentReturnGroup = HttpApiGroup.make("consentReturn")
  .add(returned)
  .add(authorized)
  .add(returnedToCollection)
  .add(authorizedForCollection)
  .annotateMerge(Operation.groupAnnotations("consentReturn"))
