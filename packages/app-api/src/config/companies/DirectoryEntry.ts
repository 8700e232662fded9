/**
 * The `directory` member of a company in the configuration file: how people recognize the company, including its logo.
 */
import type { RemoteConnectors } from "@sheaf/adapters-http"
import { CustomerType } from "@sheaf/domain/CompanyDirectory"
import { Effect, Schema } from "effect"
import type { DataFiles } from "../data/DataFiles.ts"
import * as LogoFile from "../values/LogoFile.ts"
import * as Setting from "../values/Setting.ts"

export const displayName = Schema.String.check(
  Schema.isPattern(/^(?=.*\p{L})[^\p{Cc}\p{Cs}]{1,100}$/u, {
    message: "expected 1 to 100 characters, at least one letter, and no control characters"
  })
)

const textLike = (pattern: RegExp, message: string) => Schema.String.check(Schema.isPattern(pattern, { message }))

const language = textLike(/^[a-z]{2,3}$/, "expected a language code such as sv")

const listOf = <S extends Schema.Top>(item: S) => Schema.optionalKey(Schema.Array(item).check(Schema.isUnique()))

const entry = Schema.Struct({
  logoFile: Setting.path(`An SVG or PNG file of at most ${LogoFile.maxKibibytes} KiB, or \`bundle:NAME/logos/FILE\`.`),
  color: Schema.optionalKey(textLike(/^#[0-9a-fA-F]{6}$/, "expected a color such as #1f4fbf")),
  groups: listOf(displayName),
  customerTypes: listOf(CustomerType),
  homePage: Schema.optionalKey(textLike(/^https:\/\/[!-~]{1,500}$/, "expected an https URL")),
  bic: Schema.optionalKey(
    textLike(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, "expected a BIC of 8 or 11 characters")
  ),
  languages: listOf(language),
  nationalNames: Schema.optionalKey(Schema.Record(language, displayName))
})

export const setting = Setting.of(
  Schema.optionalKey(entry),
  "How people recognize the company: see [connectors.md](connectors.md#directory)."
)

/** Errors about the logo refer to `name.logoFile`. */
export const read = Effect.fnUntraced(function* (
  name: string,
  stated: typeof entry.Type | undefined,
  files: DataFiles
) {
  if (stated === undefined) return {}
  const { logoFile, ...directory } = stated
  const setting = `SHEAF_CONFIG: ${name}.logoFile`
  const logo =
    logoFile === undefined ? undefined : yield* LogoFile.read(setting, yield* files.pathOf(setting, logoFile))
  const found: Pick<RemoteConnectors.RemoteCompany, "directory" | "logo"> = { directory, ...(logo && { logo }) }
  return found
})
