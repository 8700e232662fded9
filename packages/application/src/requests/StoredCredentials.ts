/**
 * Usernames and passwords that let a monitor run without the person (spec 18). Sheaf keeps them only if the operator,
 * the client and the person allow it.
 */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { StartCommand } from "@sheaf/domain/StartCollection"
import { ClientStore } from "@sheaf/ports"
import type { Caller, CollectionRequest } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { Retention } from "../settings/Retention.ts"
import * as StartCheck from "./StartCheck.ts"

/** Returns how long Sheaf may keep credentials for a client, in milliseconds, or undefined if it may not. */
export const retentionFor = Effect.fnUntraced(function* (clientId: string) {
  const { credentials } = yield* Retention
  if (credentials === undefined) return undefined
  const client = yield* Effect.orDie((yield* ClientStore).findClient(clientId))
  return Option.exists(client, ({ storesCredentials }) => storesCredentials === true) ? credentials : undefined
})

const refusal = (detail: string) =>
  StartCheck.failWithViolation({ pointer: "/keepCredentials", code: "INVALID_FIELD", detail })

/** Returns an order whose credentials a monitor may keep, if the request asks for that. */
export const keepIfAllowed = Effect.fnUntraced(function* (
  { clientId }: Caller,
  { keepsCredentials = false }: StartCommand,
  order: CollectionRequest,
  now: number
) {
  if (!keepsCredentials) return order
  const isPassword = order._tag === "Login" && order.login.type === "USERNAME_PASSWORD"
  if (!isPassword || LoginMethod.describe(order.loginMethod).environment !== "REAL") {
    return yield* refusal("Only the username and password of a real login can be kept.")
  }
  const millis = yield* retentionFor(clientId)
  if (millis === undefined) return yield* refusal("The service keeps no usernames and passwords for this client.")
  return { ...order, keptUntil: now + millis }
})
