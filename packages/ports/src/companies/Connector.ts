/**
 * A connector is a stepper: each call returns one {@link Step}, which says what to show, what to wait for, and holds an
 * opaque session to come back with (architecture: a connector is a stepper, not a session). Because a step is data, a
 * collection survives a restart.
 */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { CompanyAvailability, CompanyId, SupportedProducts } from "@sheaf/domain/Company"
import { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import { FailureReason, Missing } from "@sheaf/domain/FailureReason"
import { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { Terms } from "@sheaf/domain/ConsentScope"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { LoginParameter } from "@sheaf/domain/Parameter"
import type { Product } from "@sheaf/domain/Product"
import { Question } from "@sheaf/domain/SupplementInfo"
import type { Input, ResponseObject } from "@sheaf/domain/SupplementInfo"
import { WealthRecord } from "@sheaf/domain/WealthRecord"
import { Context, Schema } from "effect"
import type { Effect, Option, Redacted } from "effect"

/** What a connector is asked to collect, and with which credentials. */
export interface ConnectorOrder {
  readonly company: CompanyId
  readonly products: ReadonlyArray<Product>
  readonly loginMethod: LoginMethod
  readonly login: Redacted.Redacted<LoginParameter>
  /**
   * The consent that was given for this one collection: the accounts are read under it, and it ends with the collection.
   * The service passes on no more than it covers, whatever is collected.
   */
  readonly consent?: Terms
}

/** What happened since the last step. */
export type Signal =
  /** The pause that the last step asked for is over. */
  | { readonly _tag: "Tick" }
  /** The client answered the last step's question. */
  | { readonly _tag: "Input"; readonly input: Redacted.Redacted<Input> }
  /** The client executed every request that the last step gave it: a response to each, in the order in which they came. */
  | { readonly _tag: "Responses"; readonly responses: Redacted.Redacted<ReadonlyArray<ResponseObject>> }

/** What an animated QR code is computed from when the status is read; the secret never leaves the service. */
export const AnimatedQrSource = Schema.Struct({
  startToken: Schema.String,
  startSecret: Schema.String,
  /** When the order began, in milliseconds since 1970. */
  startedAt: Schema.Finite
})
export type AnimatedQrSource = typeof AnimatedQrSource.Type

/** What was collected. Ids are the connector's own; the service gives records and documents new ones. */
export const Collected = Schema.Struct({
  insurance: Schema.Array(InsuranceRecord),
  wealth: Schema.Array(WealthRecord),
  missing: Schema.Array(Missing)
})
export type Collected = typeof Collected.Type

/**
 * Personal numbers that became known of the person who authenticated, in any form (spec 3.2). The service compares them
 * with the one that it was asked to collect for: no connector has to, and none may decide otherwise.
 */
export const AuthenticatedNumbers = Schema.Struct({
  /** From the electronic ID itself. */
  fromElectronicId: Schema.optionalKey(Schema.String),
  /** From the company. */
  fromCompany: Schema.optionalKey(Schema.String),
  /** From the client's own device, which may say what it likes: another number is a mismatch, the same proves nothing. */
  fromDevice: Schema.optionalKey(Schema.String)
})
export type AuthenticatedNumbers = typeof AuthenticatedNumbers.Type

const shown = {
  status: CollectionStatus,
  information: Schema.optionalKey(ExtraInformation),
  animatedQr: Schema.optionalKey(AnimatedQrSource),
  authenticated: Schema.optionalKey(AuthenticatedNumbers),
  session: Schema.String
}

export const Step = Schema.Union([
  /** Show this, and come back after a pause of `afterMillis` milliseconds. */
  Schema.TaggedStruct("Poll", { ...shown, afterMillis: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)) }),
  /** Show this, and come back with the client's answer. How long it may take is the service's to say. */
  Schema.TaggedStruct("Ask", { ...shown, question: Question }),
  /** The collection ends in a final status; with data where that is an outcome. */
  Schema.TaggedStruct("End", {
    status: CollectionStatus,
    session: Schema.String,
    authenticated: Schema.optionalKey(AuthenticatedNumbers),
    reason: Schema.optionalKey(FailureReason),
    collected: Schema.optionalKey(Collected)
  })
])
export type Step = typeof Step.Type

/** A document as the company gave it. */
export interface DocumentContent {
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Why a connector gave no step. UNREACHABLE and COMPANY_ERROR may pass when tried again; BROKEN will not. */
export class ConnectorError extends Schema.TaggedError<ConnectorError>()("ConnectorError", {
  reason: Schema.Literals(["UNREACHABLE", "COMPANY_ERROR", "BROKEN"]),
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** Steps run at least once. A connector that is called twice with one key must act once and give the same step. */
export type IdempotencyKey = string

export interface Connector {
  readonly begin: (order: ConnectorOrder, key: IdempotencyKey) => Effect.Effect<Step, ConnectorError>
  readonly resume: (session: string, signal: Signal, key: IdempotencyKey) => Effect.Effect<Step, ConnectorError>
  /**
   * The collection has ended without the connector: its time was over, or the service could not use its last step. What
   * is still open at the company can be closed. Told once at most, and whatever comes of it, the collection has ended.
   */
  readonly cancel: (session: string) => Effect.Effect<void, ConnectorError>
  /** A document that the collected records refer to. */
  readonly document: (session: string, documentId: string) => Effect.Effect<DocumentContent, ConnectorError>
}

/** A company that can be collected from, and the connector that does it. */
export interface ConnectedCompany {
  readonly availability: CompanyAvailability
  readonly supported: SupportedProducts
  readonly connector: Connector
}

/** Every company that the service knows. */
export class Connectors extends Context.Service<
  Connectors,
  {
    readonly all: Effect.Effect<ReadonlyArray<ConnectedCompany>>
    readonly find: (company: CompanyId) => Effect.Effect<Option.Option<ConnectedCompany>>
  }
>()("@sheaf/ports/Connectors") {}
