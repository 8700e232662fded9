/**
 * Rows of webhook endpoints. The settings are encrypted for one client and endpoint, and cannot be decrypted in another
 * row.
 */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { EventType } from "@sheaf/domain/EventType"
import { DisabledReason } from "@sheaf/domain/WebhookEndpoint"
import type { DispatchState, StoredWebhookEndpoint, WebhookSettings } from "@sheaf/ports"
import { Effect, Option, Redacted, Schema } from "effect"
import { bytes, selectList } from "../database/Columns.ts"
import * as ColumnSealer from "../sealing/ColumnSealer.ts"

const Row = Schema.Struct({
  endpointId: Schema.String,
  clientId: Schema.String,
  settings: bytes,
  shard: Schema.Finite,
  createdAt: Schema.Finite,
  disabledAt: Schema.NullOr(Schema.Finite),
  disabledReason: Schema.NullOr(DisabledReason),
  firstFailedAt: Schema.NullOr(Schema.Finite),
  batch: Schema.Finite,
  seq: Schema.Finite,
  replayBatch: Schema.NullOr(Schema.Finite),
  replaySeq: Schema.NullOr(Schema.Finite),
  replayUntilBatch: Schema.NullOr(Schema.Finite),
  replayUntilSeq: Schema.NullOr(Schema.Finite)
})

export const columns = selectList(Row, "endpointId")

const decode = Schema.decodeUnknownSync(Row)

export const sealedSettingsOf = (row: unknown): Uint8Array => decode(row).settings

const Previous = Schema.Struct({ secret: Schema.String, until: Schema.Finite })

/** The version can be any string, because a later release may no longer support it. */
const Settings = Schema.Struct({
  url: Schema.String,
  version: Schema.String,
  types: Schema.optionalKey(Schema.Array(EventType)),
  secret: Schema.String,
  previous: Schema.optionalKey(Schema.Array(Previous))
})

const column = ColumnSealer.column("settings", Settings)

type OfEndpoint = Pick<StoredWebhookEndpoint, "clientId" | "endpointId">

const sealedRow = ({ clientId, endpointId }: OfEndpoint): ColumnSealer.SealedRowId => ({ clientId, id: endpointId })

/** Converts rows. Omits unreadable rows and logs each of them once. */
export const make = Effect.map(ColumnSealer.make, (sealed) => {
  const reported = new Set<string>()

  const report = (endpointId: string) =>
    Effect.suspend(() => {
      if (reported.has(endpointId)) return Effect.void
      reported.add(endpointId)
      return Effect.annotateLogs(Effect.logWarning("ignored an unreadable webhook endpoint"), { endpointId })
    })

  const toState = (row: unknown): Effect.Effect<Option.Option<DispatchState>> => {
    const { batch, disabledAt, disabledReason, firstFailedAt, settings, seq, shard, ...rest } = decode(row)
    const { clientId, createdAt, endpointId, replayBatch, replaySeq, replayUntilBatch, replayUntilSeq } = rest
    return sealed.open(column, sealedRow(rest), settings).pipe(
      Effect.map(({ previous, secret, version, ...chosen }): DispatchState => {
        const endpoint: StoredWebhookEndpoint = {
          endpointId,
          clientId,
          createdAt,
          ...chosen,
          version: ApiVersion.isApiVersion(version) ? version : ApiVersion.oldestVersion,
          secrets: {
            current: Redacted.make(secret),
            ...(previous && {
              previous: previous.map(({ secret, until }) => ({ secret: Redacted.make(secret), until }))
            })
          },
          ...(disabledAt !== null &&
            disabledReason !== null && { disabled: { at: disabledAt, reason: disabledReason } })
        }
        const hasReplay =
          replayBatch !== null && replaySeq !== null && replayUntilBatch !== null && replayUntilSeq !== null
        return {
          endpoint,
          shard,
          position: { batch, seq },
          ...(hasReplay && {
            replay: {
              after: { batch: replayBatch, seq: replaySeq },
              until: { batch: replayUntilBatch, seq: replayUntilSeq }
            }
          }),
          ...(firstFailedAt !== null && { firstFailedAt })
        }
      }),
      Effect.asSome,
      Effect.catch(() => Effect.as(report(endpointId), Option.none()))
    )
  }

  return {
    toState,
    toEndpoint: (row: unknown) =>
      Effect.map(
        toState(row),
        Option.map(({ endpoint }) => endpoint)
      ),
    seal: (identity: OfEndpoint, { secrets: { current, previous }, types, url, version }: WebhookSettings) =>
      sealed.seal(column, sealedRow(identity), {
        url,
        version,
        ...(types && { types }),
        secret: Redacted.value(current),
        ...(previous && {
          previous: previous.map(({ secret, until }) => ({ secret: Redacted.value(secret), until }))
        })
      })
  }
})
