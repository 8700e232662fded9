/** Which companies there are, and whether they can be collected from (spec 4; decisions 1). The same in every version. */
import { CompanyAvailability, CompanyId, SupportedProducts } from "@sheaf/domain/Company"
import { Market } from "@sheaf/domain/Market"
import { Product } from "@sheaf/domain/Product"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authenticated, Negotiated, Validated } from "../openapi/Conditions.ts"
import { cacheable } from "../openapi/Caching.ts"
import * as Examples from "../openapi/Examples.ts"
import * as Problem from "../problems/Problem.ts"
import * as Operation from "../openapi/Operation.ts"

const query = {
  market: Schema.optionalKey(Market),
  product: Schema.optionalKey(Product),
  company: Schema.optionalKey(CompanyId)
}

const queryWords = {
  market: { description: "Only companies of this market." },
  product: { description: "Only companies from which this can be collected." },
  company: { description: "Only this company." }
}

const problems = Problem.of("INVALID_FIELD")

const availability = Operation.make(
  {
    id: "listCompanyAvailability",
    summary: "Whether companies can be collected from",
    description:
      "Ask before you start a collection: companies are closed for maintenance at times. Each entry lists the login " +
      "methods that the company supports. Without a query, all companies of all markets.",
    answers: { 200: "The companies that the query leaves." },
    examples: { answer: { companies: Examples.availability } },
    query: queryWords,
    problems
  },
  (error) =>
    HttpApiEndpoint.get("availability", "/companies/availability", {
      query,
      success: HttpApiSchema.WithHeaders(Schema.Array(CompanyAvailability), cacheable),
      error
    })
)

const supportedProducts = Operation.make(
  {
    id: "listSupportedProducts",
    summary: "What can be collected from companies",
    description: "The kinds of insurances, pensions, investments and accounts that a collection finds at each company.",
    answers: { 200: "The companies that the query leaves." },
    examples: { answer: { companies: Examples.supportedProducts } },
    query: queryWords,
    problems
  },
  (error) =>
    HttpApiEndpoint.get("supportedProducts", "/companies/supported-products", {
      query,
      success: HttpApiSchema.WithHeaders(Schema.Array(SupportedProducts), cacheable),
      error
    })
)

export const CompaniesGroup = HttpApiGroup.make("companies")
  .add(availability, supportedProducts)
  .middleware(Validated)
  .middleware(Negotiated)
  .middleware(Authenticated)
  .annotateMerge(
    OpenApi.annotations({ title: "Companies", description: "Which companies there are, and what they offer." })
  )
