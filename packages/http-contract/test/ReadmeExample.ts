import { HeadApi } from "@sheaf/http-contract"
import { Effect } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"

/** The companies of Sweden, each with its status. `FetchHttpClient.layer` is an `HttpClient` to provide. */
export const companies = Effect.gen(function* () {
  const sheaf = yield* HttpApiClient.make(HeadApi, {
    baseUrl: "http://127.0.0.1:8080",
    transformClient: HttpClient.mapRequest(
      HttpClientRequest.setHeaders({ "authorization-token": "sheaf-demo", "service-version": HeadApi.identifier })
    )
  })
  const { body } = yield* sheaf.companies.availability({ query: { market: "se" } })
  return body.map(({ companyDisplayName, status }) => `${companyDisplayName}: ${status}`)
})
