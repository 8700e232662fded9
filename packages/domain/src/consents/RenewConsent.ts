/** The request that renews a consent, and when a consent can be renewed (spec 2.3, 2.4). */
import { Result, Schema, Struct } from "effect"
import { dayMillis } from "../shared/CalendarDate.ts"
import * as Annotations from "../shared/Annotations.ts"
import type { Violation } from "../shared/Violation.ts"
import type { Psd2AisConsentScope } from "./ConsentScope.ts"
import type { ConsentStatus } from "./ConsentStatus.ts"
import { CreateConsent } from "./CreateConsent.ts"

/** How long before its expiry a consent becomes renewable, in milliseconds. */
export const renewalWindowMillis = 30 * dayMillis

export const RenewConsent = Schema.Struct(Struct.omit(CreateConsent.fields, ["company"])).pipe(
  Annotations.annotate(
    "RenewConsentRequest",
    "A request for a consent that replaces another one. The scope stays the same, unless PSD2_AIS_CONSENT names fewer " +
      "accounts or excludes balances or transactions."
  )
)
export type RenewConsent = typeof RenewConsent.Type

export interface RenewedConsent {
  readonly company: CreateConsent["company"]
  readonly scope: Psd2AisConsentScope
  readonly clientReference?: string
}

type Psd2AisConsent = Extract<RenewConsent["parameters"][number], { readonly type: "PSD2_AIS_CONSENT" }>

const wideningMembers = (
  { accountIds = [], balances, transactions }: Psd2AisConsent,
  granted: Psd2AisConsentScope
): ReadonlyArray<string> => [
  ...(accountIds.every((id) => granted.accountIds?.includes(id) ?? true) ? [] : ["accountIds"]),
  ...(balances === true && !granted.balances ? ["balances"] : []),
  ...(transactions === true && !granted.transactions ? ["transactions"] : [])
]

/** Limits a parameter to the granted scope, or to the part of that scope that the person chose. */
const narrowed = (parameter: Psd2AisConsent, { type: _, ...granted }: Psd2AisConsentScope): Psd2AisConsent => ({
  ...granted,
  ...parameter,
  balances: granted.balances && (parameter.balances ?? true),
  transactions: granted.transactions && (parameter.transactions ?? true)
})

/**
 * Returns the request for the new consent, which inherits the old consent's client reference unless the request has its
 * own. Fails if the scope is wider than before.
 */
export const toCreateConsent = (
  request: RenewConsent,
  { clientReference, company, scope }: RenewedConsent
): Result.Result<CreateConsent, ReadonlyArray<Violation>> => {
  const violations = request.parameters.flatMap((parameter, index) =>
    parameter.type === "PSD2_AIS_CONSENT"
      ? wideningMembers(parameter, scope).map((member): Violation => ({
          pointer: `/parameters/${index}/${member}`,
          code: "INVALID_FIELD",
          detail: "A renewal cannot widen the scope of the consent."
        }))
      : []
  )
  if (violations.length > 0) return Result.fail(violations)
  return Result.succeed({
    ...(clientReference !== undefined && { clientReference }),
    ...request,
    company,
    parameters: request.parameters.map((parameter) =>
      parameter.type === "PSD2_AIS_CONSENT" ? narrowed(parameter, scope) : parameter
    )
  })
}

/** Returns when a consent becomes renewable, or `undefined` if it never can be renewed. */
export const renewableFrom = ({
  expiresAt,
  status
}: {
  readonly expiresAt: number
  readonly status: ConsentStatus
}): number | undefined =>
  status === "AUTHORIZED" || status === "EXPIRED" ? expiresAt - renewalWindowMillis : undefined
