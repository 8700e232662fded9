/** A new Connect session for tests. */
import type { NewConnectSession } from "../../connect/ConnectSessionStore.ts"

type Named = Pick<NewConnectSession, "connectSessionId" | "clientId" | "createdAt">

export const make = (named: Named & Partial<NewConnectSession>): NewConnectSession => ({
  purpose: "COLLECT",
  status: "OPEN",
  revision: 1,
  expiresAt: named.createdAt + 3_600_000,
  terms: {},
  progress: { steps: [] },
  ...named
})
