/** The scopes of API keys: groups of operations, to which a key can be limited (spec 5). */

/** All scopes, in the order in which documents list them. */
export const all = [
  "collections:read",
  "collections:write",
  "connect",
  "consents",
  "events:read",
  "users:erase",
  "webhooks"
] as const

export type ApiKeyScope = (typeof all)[number]
