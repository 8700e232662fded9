/** What Smart-ID and Mobile-ID sessions have in common. */
import { collectIntervalMillis } from "@sheaf/domain/ElectronicIdHint"
import type { ElectronicIdError, ElectronicIdProgress } from "@sheaf/ports"
import { Effect, Schema } from "effect"
import * as ProviderCalls from "./ProviderCalls.ts"
import type { CallError } from "./ProviderCalls.ts"

/** A challenge's size, in bytes. */
export const challengeByteLength = 64

/** How long the provider holds a poll, in milliseconds: the minimum that it allows. */
export const longPollMillis = 1000

export const Base64 = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9+/]+={0,2}$/))
export const SessionId = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9-]{1,64}$/))

export const pending: ElectronicIdProgress = {
  _tag: "Pending",
  hint: "outstandingTransaction",
  afterMillis: collectIntervalMillis
}

/** A few minutes after a session has ended, providers forget it and respond with 404. */
export const forgottenIfNotFound = <A, R>(collect: Effect.Effect<A, CallError | ElectronicIdError, R>) =>
  Effect.catchTag(collect, "UnexpectedStatusError", (error) =>
    error.status === 404 ? Effect.succeed(ProviderCalls.forgottenProgress) : Effect.fail(error)
  )

/** The scheme has no call to cancel a session. Sessions expire soon by themselves. */
export const cancel = () => Effect.void
