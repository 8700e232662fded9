/** The scopes that an API key can be limited to: groups of operations (spec 5). */

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
