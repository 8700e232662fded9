/** The handlers of the operator's console (spec 14.5). */
import type { CertificateView, ServiceOverview } from "@sheaf/domain/OperatorViews"
import { OperatorApi } from "@sheaf/http-contract"
import { Operator } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { mapToProblems } from "../handlers/CallerResponse.ts"

export interface ProcessState {
  readonly overview: Effect.Effect<ServiceOverview>
  readonly certificates: Effect.Effect<ReadonlyArray<CertificateView>>
}

export const layer = ({ certificates, overview }: ProcessState) =>
  HttpApiBuilder.group(
    OperatorApi.OperatorApi,
    "operations",
    Effect.fnUntraced(function* (handlers) {
      const operations = yield* Operator
      return handlers.handleAll({
        overview: () => overview,
        clients: () => operations.clients,
        certificates: () =>
          Effect.zipWith(certificates, operations.certificates, (own, clients) => [...own, ...clients]),
        companies: () => operations.companies,
        history: ({ query }) => operations.history(query.window),
        failures: ({ query }) => operations.failures(query.company, query.window),
        work: () => operations.openProcesses,
        monitors: () => operations.monitors,
        endpoints: () => operations.endpoints,
        redeliver: ({ payload }) => mapToProblems(operations.redeliver(payload)),
        story: ({ payload }) => mapToProblems(operations.story(payload.id)),
        audit: ({ query }) => mapToProblems(operations.audit(query.cursor))
      })
    })
  )
