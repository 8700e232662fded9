/** A receipt as a text that people can read, with the signed form below it. */
import { formatDateTime, formatDay } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import type { PermissionKey } from "./Models.ts"
import type { Statement } from "./Statements.ts"

/** A receipt to save, as a text or only in its signed form. */
export interface ReceiptRequest {
  readonly key: PermissionKey
  readonly form: "text" | "signed"
  /** The name of the file, without its extension. */
  readonly fileName: string
  readonly company: string
  readonly statement: Statement
}

/** Names the file by what it is: `Receipt, Fjällbanken, Consent, 2026-11-20`. */
export const fileNameOf = (company: string, { givenAt, kind }: Statement): string =>
  [t("permissions.receipt.name"), company, kind, givenAt.slice(0, 10)].join(", ").replaceAll(/[\\/:*?"<>|]/g, "-")

const memberOf = (claims: object, name: string): string => {
  const value: unknown = Object.entries(claims).find(([key]) => key === name)?.[1]
  return typeof value === "string" ? value : ""
}

/** Reads the claims of a signed receipt (RFC 7519), without checking its signature. */
const claimsIn = (signed: string): object => {
  const payload = (signed.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")
  const bytes = Uint8Array.from(atob(payload), (letter) => letter.codePointAt(0) ?? 0)
  const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
  return typeof claims === "object" && claims !== null ? claims : {}
}

export const receiptTextOf = (signed: string, { company, statement }: ReceiptRequest): string => {
  const claims = claimsIn(signed)
  const issuer = memberOf(claims, "iss")
  const facts: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    [t("permissions.company"), [company]],
    [t("permissions.what"), [statement.kind, ...statement.what, ...statement.end]],
    [t("permissions.given"), [formatDay(statement.givenAt)]],
    [t("permissions.reference"), [statement.key.id]],
    [t("permissions.receipt.issued"), [formatDateTime(new Date()), issuer]]
  ]
  return [
    t("permissions.receipt.name"),
    [memberOf(claims, "purpose"), memberOf(claims, "ending")].join("\n"),
    facts.map(([name, lines]) => `${name}: ${lines.join(" · ")}`).join("\n"),
    t("permissions.receipt.check", { keys: `${issuer}/.well-known/jwks.json` }),
    signed
  ].join("\n\n")
}
