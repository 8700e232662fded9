/** The scope that each operation requires of API keys that are limited to scopes (decisions 8). */
import type { KeyScope } from "@sheaf/domain/KeyScope"
import type { HttpApiEndpoint } from "effect/http-api"

type Named = Pick<HttpApiEndpoint.Top, "method" | "path">

/** A scope, or a function that returns the scope for a method. Absent if every key can call the operations. */
type Rule = KeyScope | undefined | ((method: string) => KeyScope | undefined)

const byMethod = (method: string): KeyScope => (method === "GET" ? "collections:read" : "collections:write")

/**
 * The rules by path, of which the first match applies. Sessions need the scope for consents, because a session's token
 * gives access to the user's consents even without the key.
 */
const rules: ReadonlyArray<readonly [path: RegExp, rule: Rule]> = [
  [/^\/companies\//, undefined],
  [/^\/sandbox\/(?:consent-)?scenarios$/, undefined],
  [/^\/(?:sandbox\/)?collections(?:\/|$)/, byMethod],
  [/^\/(?:insurance|wealth)\/collection(?:\/|$)/, byMethod],
  [/^\/(?:sandbox\/)?consents(?:\/|$)/, "consents"],
  [/^\/users\/:userId\/(?:consents|sessions)$/, "consents"],
  [/^\/users(?:\/:userId)?$/, (method) => (method === "DELETE" ? "users:erase" : undefined)]
]

/**
 * Returns the scope that an operation needs, or undefined if every key can call it.
 *
 * @throws if no rule covers the path, so that a new operation cannot be open by accident.
 */
export const scopeOf = ({ method, path }: Named): KeyScope | undefined => {
  const found = rules.find(([pattern]) => pattern.test(path))
  if (found === undefined) throw new Error(`no rule says which scope ${method} ${path} needs`)
  const [, rule] = found
  return typeof rule === "function" ? rule(method) : rule
}
