/** A company with a connector, for tests of connectors. */
import type { CompanyAvailability } from "@sheaf/domain/Company"
import type { ConnectedCompany, Connector } from "@sheaf/ports"
import { Effect } from "effect"

/** A connector that nobody must call. */
const uncalled: Connector = {
  begin: () => Effect.die("not asked"),
  resume: () => Effect.die("not asked"),
  cancel: () => Effect.die("not asked"),
  document: () => Effect.die("not asked")
}

/** Returns an Estonian company without products. Its connector must not be called, unless given. */
export const connectedCompany = (
  company: string,
  { connector = uncalled, companyDisplayName = company }: Partial<ConnectedCompany & CompanyAvailability> = {}
): ConnectedCompany => {
  const identity = { company, companyDisplayName, market: "ee" } as const
  return {
    connector,
    availability: {
      ...identity,
      functional: true,
      status: "OPERATIONAL",
      loginMethods: ["USERNAME_AND_PASSWORD"],
      products: [],
      updatedAt: "2026-05-04T08:00:00.000Z"
    },
    supported: { ...identity, insurance: [], wealth: [] }
  }
}
