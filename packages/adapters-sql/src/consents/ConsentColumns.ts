/**
 * The sealed columns of consents, and the shapes of their values. A changed shape needs a new number
 * (`StoredSchema.next`). Until the first release, shape 1 is edited in place, because nobody has stored it.
 */
import { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { ReturnTarget } from "@sheaf/domain/ReturnUrl"
import { AccountPosition, AnimatedQrSource, DisplayEntry, LoginProof } from "@sheaf/ports"
import type { ConsentProgress, ConsentInstructions, ReadingPositions } from "@sheaf/ports"
import { Schema, Struct } from "effect"
import { column } from "../sealing/ColumnSealer.ts"
import type { SealedColumn } from "../sealing/ColumnSealer.ts"
import * as StoredSchema from "../sealing/StoredSchema.ts"

/** The terms of a stored or one-time consent. */
export const StoredTerms = Schema.Struct({
  scope: Psd2AisConsentScope,
  psuIpAddress: Schema.String,
  psuLocale: Schema.String,
  validUntil: Schema.String
})

export const scope: SealedColumn<Psd2AisConsentScope> = column("scope", Psd2AisConsentScope)

export const displayEntries = Schema.optionalKey(Schema.Array(DisplayEntry))

/** The code and the page of the first shape, which {@link display} replaced. */
export const legacyDisplay = {
  animatedQr: Schema.optionalKey(AnimatedQrSource),
  sandboxPageUrl: Schema.optionalKey(Schema.String)
}

interface OlderDisplay {
  readonly animatedQr?: AnimatedQrSource
  readonly sandboxPageUrl?: string
}

/** Converts a value of the first shape. */
export const upgradeDisplay = <A extends OlderDisplay>(value: A) => {
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

export const shownInstructions: SealedColumn<ConsentInstructions> = {
  name: "shown",
  schema: StoredSchema.next(
    StoredSchema.first(Schema.Struct({ ...instructions, ...legacyDisplay })),
    Schema.Struct({ ...instructions, display: displayEntries }),
    upgradeDisplay
  )
}

/** The return address of a consent or a collection. */
export const StoredReturnTarget = Schema.Struct({ returnUrl: Schema.String, state: Schema.optionalKey(Schema.String) })

export const returnTo: SealedColumn<ReturnTarget> = column("return_to", StoredReturnTarget)

const accountPositions = Schema.Array(AccountPosition)

export const positions: SealedColumn<ReadingPositions> = column(
  "positions",
  Schema.Struct({ collectionId: Schema.String, from: accountPositions, to: accountPositions })
)

const text = Schema.String

const credentials = Schema.Struct({
  value: text,
  codeHash: Schema.optionalKey(text),
  renewal: Schema.optionalKey(
    Schema.Union([
      Schema.TaggedStruct("Due", { failure: Schema.optionalKey(Schema.Literals(["BROKEN", "REFUSED"])) }),
      Schema.TaggedStruct("Claimed", { until: Schema.Finite })
    ])
  )
})

const bank = Schema.Struct({ bankConsentId: text, credentials: Schema.optionalKey(credentials) })

const identity = Schema.Struct({ loginMethod: LoginMethod, personalNumber: text, endUserIp: Schema.optionalKey(text) })

const PageReturn = Schema.TaggedStruct("Page", { state: Schema.optionalKey(text) })

const ClientReturn = Schema.TaggedStruct("Client", {
  state: text,
  codeHash: text,
  hasReturned: Schema.optionalKey(Schema.Literal(true))
})

const accepts = Schema.Union([
  Schema.TaggedStruct("Return", { state: text }),
  Schema.TaggedStruct("Code", { hash: text, until: Schema.Finite })
])

const grant = Schema.Struct({ scope: Psd2AisConsentScope, expiresAt: Schema.Finite, until: Schema.Finite })

const shared = { terms: StoredTerms, attempts: Schema.Finite, proof: Schema.optionalKey(LoginProof) }

export const progress: SealedColumn<ConsentProgress> = column(
  "progress",
  Schema.Union([
    Schema.TaggedStruct("Requested", {
      ...shared,
      authorization: Schema.Union([Schema.TaggedStruct("ElectronicId", { identity }), PageReturn, ClientReturn])
    }),
    Schema.TaggedStruct("Created", { ...shared, bank, identity }),
    Schema.TaggedStruct("Ordered", { ...shared, bank, identity, orderRef: text }),
    Schema.TaggedStruct("Identified", { ...shared, bank, identity }),
    Schema.TaggedStruct("Redirected", { ...shared, bank, returns: Schema.Union([PageReturn, ClientReturn]) }),
    Schema.TaggedStruct("Granted", { ...shared, bank, returns: ClientReturn, grant }),
    Schema.TaggedStruct("Authorized", {
      ...shared,
      bank,
      accepts: Schema.optionalKey(accepts),
      othersUnchecked: Schema.optionalKey(Schema.Literal(true))
    }),
    Schema.TaggedStruct("Ended", { ...shared, bank: Schema.optionalKey(bank), orderRef: Schema.optionalKey(text) })
  ])
)
