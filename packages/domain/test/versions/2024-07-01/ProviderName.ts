/** An invented change: in 2024-07-01, start requests called the company the provider. */
import { Schema, SchemaTransformation } from "effect"
import { CompanyId } from "../../../src/companies/Company.ts"
import { StartCollection20250101 } from "../../../src/versions/2025-01-01/Version.ts"
import { UntypedStart } from "../../../src/versions/2025-01-01/UntypedParameters.ts"
import type { VersionChange } from "../../../src/versions/VersionChange.ts"

const { company: _, ...fields } = UntypedStart.fields

export const ProviderStart = Schema.Struct({ provider: CompanyId, ...fields }).check(
  Schema.makeFilter(({ provider, ...rest }) => Schema.is(UntypedStart)({ company: provider, ...rest }))
)

const Wire = Schema.toEncoded(ProviderStart)

/** The codec to the next version, which has its own codec to the head. */
export const StartCollection20240701 = Wire.pipe(
  Schema.decodeTo(
    StartCollection20250101,
    SchemaTransformation.transform({
      decode: ({ provider, ...rest }) => ({ company: provider, ...rest }),
      encode: ({ company, ...rest }) => ({ provider: company, ...rest })
    })
  )
)

export const change: VersionChange = {
  title: "A start names the company.",
  description: "provider becomes company, the name that every response uses.",
  affects: ["POST /wealth/collection"],
  losses: []
}
