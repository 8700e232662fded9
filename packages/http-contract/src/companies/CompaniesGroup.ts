/** The companies' availability and products. The operations are the same in every version (spec 4.1). */
import { CompanyAvailability, CompanyId, SupportedProducts } from "@sheaf/domain/Company"
import { Market } from "@sheaf/domain/Market"
import { Product } from "@sheaf/domain/Product"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ApiKeyAuthentication, ContentNegotiation, RateLimiting, RequestValidation } from "../access/Middlewares.ts"
import { revalidationHeaders } from "../openapi/Caching.ts"
import * as Examples from "../openapi/Examples.ts"
import * as Problem from "../problems/Problem.ts"
import queries from "../openapi/queries.json" with { type: "json" }
import * as Operation from "../openapi/Operation.ts"

const query = {
  market: Schema.optionalKey(Market),
  product: Schema.optionalKey(Product),
  company: Schema.optionalKey(CompanyId)
}

const list = { query: queries.companies, problems: Problem.declareCodes("INVALID_FIELD") }

const availability = Operation.make(
  "listCompanyAvailability",
  { ...list, scope: "any", examples: { answer: { companies: Examples.availability } } },
  (error) =>
    HttpApiEndpoint.get("availability", "/companies/availability", {
      query,
      success: HttpApiSchema.WithHeaders(Schema.Array(CompanyAvailability), revalidationHeaders),
      error
    })
)

const supportedProducts = Operation.make(
  "listSupportedProducts",
  { ...list, scope: "any", examples: { answer: { companies: Examples.supportedProducts } } },
  (error) =>
    HttpApiEndpoint.get("supportedProducts", "/companies/supported-products", {
      query,
      success: HttpApiSchema.WithHeaders(Schema.Array(SupportedProducts), revalidationHeaders),
      error
    })
)

export const CompaniesGroup = HttpApiGroup.make("companies")
  .add(availability, supportedProducts)
  .middleware(RequestValidation)
  .middleware(ContentNegotiation)
  .middleware(RateLimiting)
  .middleware(ApiKeyAuthentication)
  .annotateMerge(Operation.groupAnnotations("companies"))
