/**
 * The sandbox's page for an electronic-ID order (spec 12). A person opens it, so the OpenAPI documents omit it.
 * The last part of the address is secret and replaces credentials.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { RequestValidation } from "../access/Middlewares.ts"

const parts = {
  params: { token: Schema.String },
  query: { language: Schema.optionalKey(Schema.String) },
  success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" }))
}

export const SandboxPagesGroup = HttpApiGroup.make("sandboxPages")
  .add(HttpApiEndpoint.get("show", "/sandbox/orders/:token", parts))
  .add(HttpApiEndpoint.post("press", "/sandbox/orders/:token", parts))
  .middleware(RequestValidation)
