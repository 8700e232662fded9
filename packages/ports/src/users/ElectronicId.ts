/** Electronic-ID providers, with the calls `order`, `collect` and `cancel` (spec 17). */
import type { CompanyId } from "@sheaf/domain/Company"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import type { ElectronicIdLogin } from "@sheaf/domain/Parameter"
import type { Product } from "@sheaf/domain/Product"
import { Context, Schema } from "effect"
import type { Effect, Redacted } from "effect"
import type { ReturnQuery } from "../banks/BankReturn.ts"
import type { AnimatedQrSource, DeviceLinkSource, StepKey } from "../companies/Connector.ts"
import type { LoginProof } from "../companies/LoginProof.ts"

/** The device with the app: the one that shows Sheaf's instructions, another one, or the person's choice of both. */
export type OrderDevice = "SAME" | "OTHER" | "ANY"

export const orderDeviceOf = (method: LoginMethod.LoginMethod): OrderDevice => {
  const { animatedQr, autostart } = LoginMethod.describe(method)
  if (animatedQr && autostart) return "ANY"
  return autostart ? "SAME" : "OTHER"
}

export interface ElectronicIdRequest {
  /** The company that the person logs in to. */
  readonly company: CompanyId
  /** The login method, which determines the scheme and the provider's environment. */
  readonly loginMethod: LoginMethod.LoginMethod
  /** The expected person, in the stored form of the scheme's login parameter. */
  readonly login: Redacted.Redacted<ElectronicIdLogin>
  /** The page to which the app returns the person who opened it on the same device. */
  readonly returnUrl?: string
  /**
   * The address, which no other order has, to which the app returns a person who opened it by {@link ElectronicIdOrder.appUrl}.
   * `collect` needs what the app adds to it. Without this address, an order has no such link.
   */
  readonly callbackUrl?: string
  readonly purpose?: OrderPurpose
}

/** The reason for an order, which the provider can show to the person. */
export interface OrderPurpose {
  /** The name of the client that asks. */
  readonly clientName?: string
  /** The name of the company that the person logs in to. */
  readonly companyName?: string
  readonly products: ReadonlyArray<Product>
  /** The requested access to accounts. */
  readonly scope?: Psd2AisConsentScope
  /** The person's language and region, such as sv-se. Default: the market's. */
  readonly locale?: string
}

/**
 * An open order, with what its scheme shows to the person. Sheaf computes changing codes from the order's secret, which
 * never leaves the service.
 */
export interface ElectronicIdOrder {
  /** The reference, which contains everything that the adapter must know to poll the order. */
  readonly orderRef: string
  /** The token that opens the order in the app on the same device. */
  readonly autoStartToken?: string
  /** The link that opens the order in the app on the same device, and then returns to `callbackUrl`. */
  readonly appUrl?: string
  /** The code to scan with the app on another device. */
  readonly animatedCode?: AnimatedQrSource
  /** The link to scan with the app on another device. */
  readonly deviceLink?: DeviceLinkSource
  /** The digits that the person compares with those in the app. */
  readonly controlCode?: string
  /** The page at which the person can open the order without the app, if the provider has one. */
  readonly pageUrl?: string
}

/** The provider's assessment of an order. */
export type OrderRisk = "LOW" | "MODERATE" | "HIGH" | "UNKNOWN"

/** What a completed order tells beside the person. */
export interface OrderCompletion {
  /** The address of the device with the app. */
  readonly deviceIpAddress?: Redacted.Redacted
  readonly risk?: OrderRisk
  /** The proof of the authentication in the scheme's form, if the configuration keeps it. */
  readonly proof?: Redacted.Redacted<LoginProof>
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
      /** The number or code of the person who authenticated. Without a valid one, an order is `Failed`. */
      readonly personalNumber: Redacted.Redacted
      readonly completion?: OrderCompletion
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
    /**
     * Returns an order's progress. Ended and unknown orders are `Failed`. An order that the person opened by `appUrl` stays
     * `Pending` until `returned` has what the app added to `callbackUrl`, and fails if it belongs to another order.
     */
    readonly collect: (
      orderRef: string,
      returned?: Redacted.Redacted<ReturnQuery>
    ) => Effect.Effect<ElectronicIdProgress, ElectronicIdError>
    /** Cancels an order. Has no effect on an ended order. */
    readonly cancel: (orderRef: string) => Effect.Effect<void, ElectronicIdError>
  }
>()("@sheaf/ports/ElectronicId") {}
