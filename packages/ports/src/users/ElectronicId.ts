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

/**
 * Which device has the app: the one that shows Sheaf's instructions (SAME), another one (OTHER), or whichever the
 * person prefers (ANY).
 */
export type OrderDevice = "SAME" | "OTHER" | "ANY"

export const orderDeviceOf = (method: LoginMethod.LoginMethod): OrderDevice => {
  const { animatedQr, autostart } = LoginMethod.describe(method)
  if (animatedQr && autostart) return "ANY"
  return autostart ? "SAME" : "OTHER"
}

export interface ElectronicIdRequest {
  readonly company: CompanyId
  /** Determines the scheme, and the provider's environment. */
  readonly loginMethod: LoginMethod.LoginMethod
  /** The expected person's identifier, in the form of the scheme's login parameter. */
  readonly login: Redacted.Redacted<ElectronicIdLogin>
  /** If the person opened the electronic-ID app on the same device, the app opens this URL afterward. */
  readonly returnUrl?: string
  /**
   * If the person opened the app with {@link ElectronicIdOrder.appUrl}, the app opens this URL afterward. An order
   * without this URL has no `appUrl`. Each order has its own URL, and `collect` needs the parameters that the app adds
   * to it.
   */
  readonly callbackUrl?: string
  readonly purpose?: OrderPurpose
}

/** The reason for the order, which the provider shows to the person. */
export interface OrderPurpose {
  readonly clientName?: string
  readonly companyName?: string
  readonly products: ReadonlyArray<Product>
  readonly scope?: Psd2AisConsentScope
  /** The person's language and region, for example `sv-se`. By default, the market's locale. */
  readonly locale?: string
}

/**
 * An open order, with everything that its scheme shows to the person. Sheaf computes the changing codes from the
 * order's secret, which never leaves the service.
 */
export interface ElectronicIdOrder {
  /** Identifies the order, and contains everything that the adapter needs to poll it. */
  readonly orderRef: string
  /** Opens the order in the app on the same device. */
  readonly autoStartToken?: string
  /** Opens the order in the app on the same device. The app then returns to `callbackUrl`. */
  readonly appUrl?: string
  /** The code to scan with the app on another device. */
  readonly animatedCode?: AnimatedQrSource
  readonly deviceLink?: DeviceLinkSource
  readonly controlCode?: string
  /**
   * A page of the provider on which the person can open the order without the app. Absent if the provider has no such
   * page.
   */
  readonly pageUrl?: string
}

export type OrderRisk = "LOW" | "MODERATE" | "HIGH" | "UNKNOWN"

/** What a completed order reveals besides the personal number. */
export interface OrderCompletion {
  readonly deviceIpAddress?: Redacted.Redacted
  readonly risk?: OrderRisk
  /** The proof of authentication in the scheme's own format. Absent unless the configuration says to keep it. */
  readonly proof?: Redacted.Redacted<LoginProof>
}

/** Providers may send hints that `@sheaf/domain/ElectronicIdHint` does not know yet. */
export type ElectronicIdProgress =
  | {
      readonly _tag: "Pending"
      readonly hint: string
      readonly afterMillis: number
    }
  | { readonly _tag: "Failed"; readonly hint: string }
  | {
      readonly _tag: "Complete"
      /**
       * The personal number or code of the authenticated person. If the provider returns no valid one, the order is
       * `Failed`.
       */
      readonly personalNumber: Redacted.Redacted
      readonly completion?: OrderCompletion
    }

/**
 * A failed call to the provider. Retry UNREACHABLE and PROVIDER_ERROR. ALREADY_IN_PROGRESS: the person already had an
 * open order, and the provider canceled both that order and the new one. REFUSED: the provider rejected the request or
 * violated the scheme's rules.
 */
export class ElectronicIdError extends Schema.TaggedError<ElectronicIdError>()("ElectronicIdError", {
  reason: Schema.Literals(["ALREADY_IN_PROGRESS", "UNREACHABLE", "PROVIDER_ERROR", "REFUSED"]),
  cause: Schema.optionalKey(Schema.Defect())
}) {}

export class ElectronicId extends Context.Service<
  ElectronicId,
  {
    /**
     * Starts an order. If an earlier call with the same key has started one, returns that order or its replacement, and
     * never fails with ALREADY_IN_PROGRESS.
     */
    readonly order: (request: ElectronicIdRequest, key: StepKey) => Effect.Effect<ElectronicIdOrder, ElectronicIdError>
    /**
     * Returns an order's progress. An unknown order is `Failed`. An order that was opened with `appUrl` stays `Pending`
     * until `returned` has the parameters that the app added to `callbackUrl`, and fails if they belong to another
     * order.
     */
    readonly collect: (
      orderRef: string,
      returned?: Redacted.Redacted<ReturnQuery>
    ) => Effect.Effect<ElectronicIdProgress, ElectronicIdError>
    /** Has no effect if the order has already ended. */
    readonly cancel: (orderRef: string) => Effect.Effect<void, ElectronicIdError>
  }
>()("@sheaf/ports/ElectronicId") {}
