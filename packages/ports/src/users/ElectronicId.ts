/** Electronic-ID providers, with the calls `order`, `collect` and `cancel` (spec 17). */
import type { CompanyId } from "@sheaf/domain/Company"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import type { Product } from "@sheaf/domain/Product"
import { Context, Schema } from "effect"
import type { Effect, Redacted } from "effect"
import type { StepKey } from "../companies/Connector.ts"

export interface ElectronicIdRequest {
  /** The company that the person logs in to. */
  readonly company: CompanyId
  /** The login method, which determines the provider's environment and how the person opens the order. */
  readonly loginMethod: LoginMethod
  /** The expected person, in the 12-digit form. */
  readonly personalNumber: Redacted.Redacted
  readonly purpose?: OrderPurpose
}

/** The reason for an order, which the provider can show to the person. */
export interface OrderPurpose {
  /** The name of the client that asks. */
  readonly clientName?: string
  readonly products: ReadonlyArray<Product>
  /** The requested access to accounts. */
  readonly scope?: Psd2AisConsentScope
  /** The person's language and region, such as sv-se. Default: the market's. */
  readonly locale?: string
}

/** An open order. Sheaf computes animated QR codes from the order's secret, which never leaves the service. */
export interface ElectronicIdOrder {
  readonly orderRef: string
  readonly autoStartToken: string
  readonly qrStartToken: string
  readonly qrStartSecret: string
  /** The order's start time, in milliseconds since 1970. Animated QR codes encode the seconds since then. */
  readonly startedAt: number
  /** The page at which the person can open the order without the app, if the provider has one. */
  readonly pageUrl?: string
}

/** An order's progress. A provider can send hints that `@sheaf/domain/ElectronicIdHint` does not list yet. */
export type ElectronicIdProgress =
  | {
      readonly _tag: "Pending"
      readonly hint: string
      /** The time until the next poll, in milliseconds. */
      readonly afterMillis: number
    }
  | { readonly _tag: "Failed"; readonly hint: string }
  | {
      readonly _tag: "Complete"
      /** The personal number of the person who authenticated. Without a valid number, an order is `Failed`. */
      readonly personalNumber: Redacted.Redacted
    }

/**
 * A failed provider call. A retry can succeed after UNREACHABLE and PROVIDER_ERROR. ALREADY_IN_PROGRESS: the person had
 * another open order, and both were canceled. REFUSED: the provider rejected the request or violated the scheme.
 */
export class ElectronicIdError extends Schema.TaggedError<ElectronicIdError>()("ElectronicIdError", {
  reason: Schema.Literals(["ALREADY_IN_PROGRESS", "UNREACHABLE", "PROVIDER_ERROR", "REFUSED"]),
  cause: Schema.optionalKey(Schema.Defect())
}) {}

export class ElectronicId extends Context.Service<
  ElectronicId,
  {
    /** Begins an order. A repeated key returns or replaces the earlier order. It never causes ALREADY_IN_PROGRESS. */
    readonly order: (request: ElectronicIdRequest, key: StepKey) => Effect.Effect<ElectronicIdOrder, ElectronicIdError>
    /** Returns an order's progress. Ended and unknown orders are `Failed`. */
    readonly collect: (orderRef: string) => Effect.Effect<ElectronicIdProgress, ElectronicIdError>
    /** Cancels an order. Has no effect on an ended order. */
    readonly cancel: (orderRef: string) => Effect.Effect<void, ElectronicIdError>
  }
>()("@sheaf/ports/ElectronicId") {}
