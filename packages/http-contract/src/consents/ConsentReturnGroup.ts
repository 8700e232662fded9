/**
 * Where a bank sends a person back to who was to authorise a consent (decisions 9). Banks add to the query what they
 * like: it is neither read nor refused.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { personal } from "../openapi/Caching.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Problem from "../problems/Problem.ts"

const page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" }))

const noReferrer = Schema.Literal("no-referrer").annotate({
  description: "Always `no-referrer`, on a page: the address is told to nobody."
})

const returned = Operation.make(
  {
    id: "returnFromBank",
    summary: "Where a bank sends the person back to",
    description:
      "For the browser of a person, not for clients. The service asks the bank where the consent stands, whatever came with " +
      "the person, and shows a plain page. An address that is not known, or was used before, is a page too, where `Accept` " +
      "names `text/html`.",
    answers: { 200: "The page." },
    problems: Problem.of("NOT_FOUND", "INTERNAL"),
    anyQuery: true
  },
  (error) =>
    HttpApiEndpoint.get("returned", "/consents/return/:state", {
      params: {
        state: Schema.String.annotate({ description: "What the bank brings back with the person; good once." })
      },
      success: HttpApiSchema.WithHeaders(page, { ...personal, "referrer-policy": noReferrer }),
      error: [
        ...error,
        HttpApiSchema.WithHeaders(page.pipe(HttpApiSchema.status(404)), {
          "referrer-policy": Schema.optionalKey(noReferrer)
        })
      ]
    })
)

export const ConsentReturnGroup = HttpApiGroup.make("consentReturn")
  .add(returned)
  .annotateMerge(
    OpenApi.annotations({ title: "Return from the bank", description: "For persons, on their way back from a bank." })
  )
