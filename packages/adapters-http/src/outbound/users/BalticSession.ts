/** What Smart-ID and Mobile-ID sessions have in common. */
import { collectIntervalMillis } from "@sheaf/domain/ElectronicIdHint"
import type { ElectronicIdError, ElectronicIdProgress } from "@sheaf/ports"
import { Effect, Schema } from "effect"
import * as ProviderCalls from "./ProviderCalls.ts"
import type { CallError } from "./ProviderCalls.ts"

export const challengeByteLength = 64

/** The shortest long poll that the provider allows, in milliseconds. */
export const longPollMillis = 1000

export const Base64 = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9+/]+={0,2}$/))
export const SessionId = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9-]{1,64}$/))

export const pending: ElectronicIdProgress = {
  _tag: "Pending",
  hint: "outstandingTransaction",
  afterMillis: collectIntervalMillis
}

/** Providers forget a session a few minutes after its end, and then respond with 404. */
export const forgottenIfNotFound = <A, R>(collect: Effect.Effect<A, CallError | ElectronicIdError, R>) =>
  Effect.catchTag(collect, "UnexpectedStatusError", (error) =>
    error.status === 404 ? Effect.succeed(ProviderCalls.forgottenProgress) : Effect.fail(error)
  )

/** The scheme cannot cancel a session, but sessions expire soon. */
export const cancel = () => Effect.void
