/**
 * Finds an object of any kind and of any client by its id, for the operator (spec 14.5). The result contains no
 * personal data, because no sealed column is read.
 */
import type { StoryKind } from "@sheaf/domain/OperatorViews"
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { StoredAttempt } from "../events/WebhookDeliveryStore.ts"
import type { StoreError } from "../stores/StoreError.ts"

/** The maximum number of linked objects of each kind, of events and of attempts. */
export const maxStoryItems = 100

/** An object and everything that belongs to it, oldest first. Times are milliseconds since 1970. */
export interface StoredStory {
  readonly kind: Exclude<StoryKind, "REQUEST" | "RECORDED">
  readonly createdAt: number
  readonly facts: Readonly<Record<string, string>>
  readonly links: ReadonlyArray<{ readonly name: string; readonly id: string }>
  readonly steps: ReadonlyArray<{ readonly at: number; readonly what: string }>
  readonly events: ReadonlyArray<{ readonly at: number; readonly eventId: string; readonly type: string }>
  readonly attempts: ReadonlyArray<StoredAttempt & { readonly endpointId: string }>
}

/** The maximum number of failures in a list. */
export const maxFailures = 10

/** A collection that counts as a failure of its company. `endedAt` is in milliseconds since 1970. */
export interface StoredFailure {
  readonly collectionId: string
  readonly endedAt: number
  readonly loginMethod: string
  readonly status: string
}

export class StoryStore extends Context.Service<
  StoryStore,
  {
    /** `id` is a UUID or a certificate's serial number, in lower case. */
    readonly find: (id: string) => Effect.Effect<Option.Option<StoredStory>, StoreError>
    /** Returns a company's newest failed collections of all clients that were created since a time, newest first. */
    readonly failures: (company: string, since: number) => Effect.Effect<ReadonlyArray<StoredFailure>, StoreError>
  }
>()("@sheaf/ports/StoryStore") {}
