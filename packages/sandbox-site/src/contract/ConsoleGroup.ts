/**
 * The files of the console at `/`, and the inboxes where it receives webhooks (spec 12). The OpenAPI documents omit
 * them, because only the console's page uses them.
 */
import { PathIdValidation, Problem, RequestValidation } from "@sheaf/http-contract"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { assetsPath } from "./ConsoleFiles.ts"

const { error } = Problem.declareCodes("NOT_FOUND")

const Delivery = Schema.Struct({
  number: Schema.Int,
  receivedAt: Schema.Finite,
  headers: Schema.Record(Schema.String, Schema.String),
  body: Schema.String
})

/** The last part of an inbox's URL. The page chooses it at random. */
const inbox = Schema.String.check(Schema.isPattern(/^[\w-]{16,64}$/))

export const ConsoleGroup = HttpApiGroup.make("console")
  .add(
    HttpApiEndpoint.get("file", `${assetsPath}:name`, {
      params: { name: Schema.String },
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain" })),
      error
    }),
    HttpApiEndpoint.post("receive", "/sandbox/inboxes/:inbox", {
      params: { inbox },
      success: HttpApiSchema.Empty(204),
      error
    }).middleware(PathIdValidation),
    HttpApiEndpoint.get("received", "/sandbox/inboxes/:inbox", {
      params: { inbox },
      query: { after: Schema.FiniteFromString },
      success: Schema.Array(Delivery),
      error
    }).middleware(PathIdValidation)
  )
  .middleware(RequestValidation)
