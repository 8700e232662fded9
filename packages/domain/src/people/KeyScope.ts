/** The scopes of API keys: the groups of operations that a key can be limited to (decisions 8). */

/** All scopes, in the order in which documents list them. */
export const all = ["collections:read", "collections:write", "consents", "users:erase"] as const

export type KeyScope = (typeof all)[number]
