/** A provider of electronic identification: the scheme of order, collect and cancel (decisions 6). */
import type { CompanyId } from "@sheaf/domain/Company"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Context, Schema } from "effect"
import type { Effect, Redacted } from "effect"
import type { IdempotencyKey } from "../companies/Connector.ts"

/** Who is to identify to whom. */
export interface ElectronicIdRequest {
  /** The company that the person logs in to. */
  readonly company: CompanyId
  /** Tells the environment of the provider, and how the order is opened. */
  readonly loginMethod: LoginMethod
  /** The person who is expected, in the 12-digit form. */
  readonly personalNumber: Redacted.Redacted
}

/** An order that a person can open. Its secret never leaves the service: animated QR codes are computed from it. */
export interface ElectronicIdOrder {
  readonly orderRef: string
  readonly autoStartToken: string
  readonly qrStartToken: string
  readonly qrStartSecret: string
  /** When it began, in milliseconds since 1970: an animated QR code counts the seconds since. */
  readonly startedAt: number
}

/** Where an order stands. Hints are the provider's: those of `@sheaf/domain/ElectronicId`, and perhaps newer ones. */
export type ElectronicIdProgress =
  | {
      readonly _tag: "Pending"
      readonly hint: string
      /** When it is worth asking again, in milliseconds from now. */
      readonly afterMillis: number
    }
  | { readonly _tag: "Failed"; readonly hint: string }
  | {
      readonly _tag: "Complete"
      /** The person who identified, where the provider tells. */
      readonly personalNumber?: Redacted.Redacted
    }

/**
 * Why a provider gave no answer. ALREADY_IN_PROGRESS: another order of the same person is open, and both are cancelled.
 * UNREACHABLE and PROVIDER_ERROR may pass when tried again. REFUSED: the provider does not accept the request, or its
 * answer is not of the scheme.
 */
export class ElectronicIdError extends Schema.TaggedError<ElectronicIdError>()("ElectronicIdError", {
  reason: Schema.Literals(["ALREADY_IN_PROGRESS", "UNREACHABLE", "PROVIDER_ERROR", "REFUSED"]),
  cause: Schema.optionalKey(Schema.Defect())
}) {}

export class ElectronicId extends Context.Service<
  ElectronicId,
  {
    /**
     * Begins an order. Called twice with one key, it gives the same order, or begins another one in its place: a provider
     * that knows no keys cannot tell. It does not fail because of the order that it began itself.
     */
    readonly order: (
      request: ElectronicIdRequest,
      key: IdempotencyKey
    ) => Effect.Effect<ElectronicIdOrder, ElectronicIdError>
    /** Where an order stands. An order that is over, or was never made, has Failed. */
    readonly collect: (orderRef: string) => Effect.Effect<ElectronicIdProgress, ElectronicIdError>
    /** Closes an order that nobody waits for any more. One that is over stays as it is. */
    readonly cancel: (orderRef: string) => Effect.Effect<void, ElectronicIdError>
  }
>()("@sheaf/ports/ElectronicId") {}
