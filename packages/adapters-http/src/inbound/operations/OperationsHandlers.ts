/** The handlers of the operator's console (spec 14.5). */
import type { OperatedCertificate, ServiceOverview } from "@sheaf/domain/OperatedService"
import { OperationsApi } from "@sheaf/http-contract"
import { ServiceOperations } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orRefuse } from "../problems/Refusals.ts"

/** The facts that only the process itself knows. */
export interface OwnFacts {
  readonly overview: Effect.Effect<ServiceOverview>
  /** The service's own certificates. */
  readonly certificates: Effect.Effect<ReadonlyArray<OperatedCertificate>>
}

export const layer = ({ certificates, overview }: OwnFacts) =>
  HttpApiBuilder.group(
    OperationsApi.OperationsApi,
    "operations",
    Effect.fnUntraced(function* (handlers) {
      const operations = yield* ServiceOperations
      return handlers.handleAll({
        overview: () => overview,
        clients: () => operations.clients,
        certificates: () =>
          Effect.zipWith(certificates, operations.certificates, (own, clients) => [...own, ...clients]),
        companies: () => operations.companies,
        work: () => operations.work,
        endpoints: () => operations.endpoints,
        redeliver: ({ payload }) => orRefuse(operations.redeliver(payload)),
        audit: ({ query }) => orRefuse(operations.audit(query.cursor))
      })
    })
  )
