/** Consents for tests of the SQL adapter. */
import type { ConsentChange, ConsentProgress, NewConsent } from "@sheaf/ports"

export const now = 1_775_000_000_000

const expiresAt = now + 86_400_000

/** Returns a new consent. */
export const make = (
  ids: Pick<NewConsent["view"], "clientId" | "consentId" | "userId">,
  progress: ConsentProgress
): NewConsent => ({
  view: {
    ...ids,
    company: "se-fjallbanken",
    market: "se",
    status: "INITIATED",
    revision: 1,
    createdAt: now,
    statusChangedAt: now,
    expiresAt,
    scope: progress.terms.scope
  },
  progress
})

/** Returns a change that does not close the consent. */
export const changeTo = (
  status: ConsentChange["status"],
  revision: number,
  more: Pick<ConsentChange, "progress" | "shown">
): ConsentChange => ({
  status,
  revision,
  statusChangedAt: now,
  at: now,
  expiresAt,
  scope: more.progress.terms.scope,
  dueAt: now,
  closed: false,
  ...more
})
