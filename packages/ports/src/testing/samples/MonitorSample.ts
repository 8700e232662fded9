/** A new monitor for tests. */
import type { NewMonitor } from "../../monitors/MonitorStore.ts"

type Named = Pick<NewMonitor, "clientId" | "createdAt" | "monitorId" | "userId">

export const make = (named: Named & Partial<NewMonitor>): NewMonitor => ({
  company: "se-fjallbanken",
  source: { consentId: "consent-one" },
  dueAt: named.createdAt,
  terms: {
    every: "P1D",
    timeZone: "Europe/Stockholm",
    offered: ["PSD2_AIS"],
    changes: ["holder", "details"],
    until: named.createdAt + 30 * 86_400_000
  },
  progress: { runs: 0, runAt: named.createdAt, failures: 0, ends: {} },
  ...named
})
