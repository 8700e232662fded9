/**
 * The page for a simulated electronic-ID order (spec 12). The OpenAPI documents omit it, because only people open it.
 * The last part of its URL is secret and takes the place of credentials.
 */
import { RequestValidation } from "@sheaf/http-contract"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"

const parts = {
  params: { token: Schema.String },
  query: { language: Schema.optionalKey(Schema.String) },
  success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" }))
}

export const OrderPagesGroup = HttpApiGroup.make("orderPages")
  .add(HttpApiEndpoint.get("show", "/sandbox/orders/:token", parts))
  .add(HttpApiEndpoint.post("press", "/sandbox/orders/:token", parts))
  .middleware(RequestValidation)
