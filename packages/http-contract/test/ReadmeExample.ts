import { HeadApi } from "@sheaf/http-contract"
import { Effect } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"

/** Lists the Swedish companies with their status. Provide an `HttpClient`, such as `FetchHttpClient.layer`. */
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
