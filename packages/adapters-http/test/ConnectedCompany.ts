/** A company with a connector, for connector tests. */
import type { CompanyAvailability } from "@sheaf/domain/Company"
import type { ConnectedCompany, Connector } from "@sheaf/ports"
import { Effect } from "effect"

const failing: Connector = {
  begin: () => Effect.die("called"),
  resume: () => Effect.die("called"),
  cancel: () => Effect.die("called"),
  document: () => Effect.die("called")
}

/** Returns an Estonian company without products. By default, its connector fails every call. */
export const connectedCompany = (
  company: string,
  { connector = failing, companyDisplayName = company }: Partial<ConnectedCompany & CompanyAvailability> = {}
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
