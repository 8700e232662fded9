/**
 * The sealed columns of consents, and the shapes of their values. A changed shape needs a new number
 * (`StoredShape.next`).
 */
import { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { ReturnTarget } from "@sheaf/domain/ReturnAddress"
import { AnimatedQrSource, DisplayEntry } from "@sheaf/ports"
import type { ConsentProgress, ConsentShown } from "@sheaf/ports"
import { Schema, Struct } from "effect"
import { column } from "../sealed/SealedColumns.ts"
import type { SealedColumn } from "../sealed/SealedColumns.ts"
import * as StoredShape from "../sealed/StoredShape.ts"

/** The terms of a stored or one-time consent. */
export const StoredTerms = Schema.Struct({
  scope: Psd2AisConsentScope,
  psuIpAddress: Schema.String,
  psuLocale: Schema.String,
  validUntil: Schema.String
})

export const scope: SealedColumn<Psd2AisConsentScope> = column("scope", Psd2AisConsentScope)

export const display = Schema.optionalKey(Schema.Array(DisplayEntry))

/** The code and the page of the first shape, which {@link display} replaced. */
export const olderDisplay = {
  animatedQr: Schema.optionalKey(AnimatedQrSource),
  sandboxPageUrl: Schema.optionalKey(Schema.String)
}

interface OlderDisplay {
  readonly animatedQr?: AnimatedQrSource
  readonly sandboxPageUrl?: string
}

/** Converts a value of the first shape. */
export const withDisplay = <A extends OlderDisplay>(value: A) => {
  const { animatedQr, sandboxPageUrl: url } = value
  const entries: ReadonlyArray<DisplayEntry> = [
    ...(animatedQr === undefined ? [] : [{ _tag: "AnimatedCode", ...animatedQr } as const]),
    ...(url === undefined ? [] : [{ _tag: "Page", url } as const])
  ]
  return { ...Struct.omit(value, ["animatedQr", "sandboxPageUrl"]), ...(entries.length > 0 && { display: entries }) }
}

const instructions = {
  autoStartToken: Schema.optionalKey(Schema.String),
  redirectUrl: Schema.optionalKey(Schema.String)
}

export const shown: SealedColumn<ConsentShown> = {
  name: "shown",
  shape: StoredShape.next(
    StoredShape.first(Schema.Struct({ ...instructions, ...olderDisplay })),
    Schema.Struct({ ...instructions, display }),
    withDisplay
  )
}

/** The return address of a consent or a collection. */
export const StoredReturn = Schema.Struct({ returnUrl: Schema.String, state: Schema.optionalKey(Schema.String) })

export const returnTo: SealedColumn<ReturnTarget> = column("return_to", StoredReturn)

export const progress: SealedColumn<ConsentProgress> = column(
  "progress",
  Schema.Struct({
    terms: StoredTerms,
    identity: Schema.optionalKey(Schema.Struct({ loginMethod: LoginMethod, personalNumber: Schema.String })),
    returnState: Schema.optionalKey(Schema.String),
    bankConsentId: Schema.optionalKey(Schema.String),
    orderRef: Schema.optionalKey(Schema.String),
    codeHash: Schema.optionalKey(Schema.String),
    unconfirmed: Schema.optionalKey(
      Schema.Struct({ scope: Psd2AisConsentScope, expiresAt: Schema.Finite, until: Schema.Finite })
    ),
    firstReturn: Schema.optionalKey(Schema.Literals(["GRANTED", "NOT_GRANTED"])),
    codeUntil: Schema.optionalKey(Schema.Finite),
    credentials: Schema.optionalKey(Schema.String),
    authorizationCodeHash: Schema.optionalKey(Schema.String),
    renewal: Schema.optionalKey(
      Schema.Struct({
        claimedUntil: Schema.optionalKey(Schema.Finite),
        failure: Schema.optionalKey(Schema.Literals(["BROKEN", "REFUSED"]))
      })
    ),
    othersUnchecked: Schema.optionalKey(Schema.Literal(true)),
    attempts: Schema.Finite
  })
)
