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

/** Which device has the app: the one that shows Sheaf's instructions, another one, or whichever the person prefers. */
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
  /** The person to expect, in the stored form of the scheme's login parameter. */
  readonly login: Redacted.Redacted<ElectronicIdLogin>
  /** Where the app returns a person who opened it on the same device. */
  readonly returnUrl?: string
  /**
   * Where the app returns a person who opened it by {@link ElectronicIdOrder.appUrl}. The URL is unique to the order,
   * and `collect` needs what the app adds to it. If it is absent, an order has no link of this kind.
   */
  readonly callbackUrl?: string
  readonly purpose?: OrderPurpose
}

/** The reason for an order. The provider can show it to the person. */
export interface OrderPurpose {
  /** The name of the client that wants the data. */
  readonly clientName?: string
  /** The name of the company that the person logs in to. */
  readonly companyName?: string
  readonly products: ReadonlyArray<Product>
  /** The requested access to accounts. */
  readonly scope?: Psd2AisConsentScope
  /** The person's language and region, for example `sv-se`. Default: the market's. */
  readonly locale?: string
}

/**
 * An open order, with what its scheme wants the person to see. Codes that change are computed by Sheaf from the order's
 * secret, which never leaves the service.
 */
export interface ElectronicIdOrder {
  /** Refers to the order, and contains everything that the adapter needs to poll it. */
  readonly orderRef: string
  /** The token that opens the order in the app on the same device. */
  readonly autoStartToken?: string
  /** The link that opens the order in the app on the same device. Afterwards, the app returns to `callbackUrl`. */
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

/** What a completed order reveals besides the person's number. */
export interface OrderCompletion {
  /** The address of the device with the app. */
  readonly deviceIpAddress?: Redacted.Redacted
  readonly risk?: OrderRisk
  /** The proof of the authentication in its scheme's own format, if the configuration keeps it. */
  readonly proof?: Redacted.Redacted<LoginProof>
}

/** An order's progress. Providers can send hints that `@sheaf/domain/ElectronicIdHint` does not know yet. */
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
      /** The number or code of the person who authenticated. An order without a valid one is `Failed`. */
      readonly personalNumber: Redacted.Redacted
      readonly completion?: OrderCompletion
    }

/**
 * A failed provider call. UNREACHABLE and PROVIDER_ERROR are worth a retry. ALREADY_IN_PROGRESS: the person already had
 * an open order, and the provider canceled both. REFUSED: the provider rejected the request, or broke the rules of the
 * scheme.
 */
export class ElectronicIdError extends Schema.TaggedError<ElectronicIdError>()("ElectronicIdError", {
  reason: Schema.Literals(["ALREADY_IN_PROGRESS", "UNREACHABLE", "PROVIDER_ERROR", "REFUSED"]),
  cause: Schema.optionalKey(Schema.Defect())
}) {}

export class ElectronicId extends Context.Service<
  ElectronicId,
  {
    /**
     * Starts an order. If the key is repeated, the result is the earlier order or one that replaces it, and never
     * ALREADY_IN_PROGRESS.
     */
    readonly order: (request: ElectronicIdRequest, key: StepKey) => Effect.Effect<ElectronicIdOrder, ElectronicIdError>
    /**
     * Returns an order's progress. Ended and unknown orders are `Failed`. An order that was opened by `appUrl` stays
     * `Pending` until `returned` contains what the app added to `callbackUrl`. If that belongs to another order, it
     * fails.
     */
    readonly collect: (
      orderRef: string,
      returned?: Redacted.Redacted<ReturnQuery>
    ) => Effect.Effect<ElectronicIdProgress, ElectronicIdError>
    /** Cancels an order. Has no effect if it has already ended. */
    readonly cancel: (orderRef: string) => Effect.Effect<void, ElectronicIdError>
  }
>()("@sheaf/ports/ElectronicId") {}
