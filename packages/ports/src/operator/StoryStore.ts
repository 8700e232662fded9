/**
 * For the operator, finds an object by its id, whatever its kind and its client (spec 14.5). Reads no sealed columns,
 * so the result contains no personal data.
 */
import type { StoryKind } from "@sheaf/domain/OperatorViews"
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { StoredAttempt } from "../events/WebhookDeliveryStore.ts"
import type { StoreError } from "../stores/StoreError.ts"

/** The maximum number of events, of delivery attempts, and of linked objects of each kind in a story. */
export const maxStoryItems = 100

/** An object and everything that belongs to it, oldest first. Times are milliseconds since 1970. */
export interface StoredStory {
  readonly kind: Exclude<StoryKind, "REQUEST" | "RECORDED">
  readonly createdAt: number
  readonly facts: Readonly<Record<string, string>>
  readonly links: ReadonlyArray<{ readonly name: string; readonly id: string }>
  readonly steps: ReadonlyArray<{ readonly at: number; readonly what: string }>
  readonly events: ReadonlyArray<{
    readonly at: number
    readonly eventId: string
    readonly type: string
    /** The object that the event is about, such as a collection in the story of its user. */
    readonly subjectId?: string
  }>
  readonly attempts: ReadonlyArray<StoredAttempt & { readonly endpointId: string }>
}

export const maxFailures = 10

export interface StoredFailure {
  readonly clientId: string
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
    readonly failures: (company: string, since: number) => Effect.Effect<ReadonlyArray<StoredFailure>, StoreError>
  }
>()("@sheaf/ports/StoryStore") {}
