/**
 * What the electronic-ID app shows about an order's purpose: the names of the company and the client, without
 * formatting.
 */
import { marketOf } from "@sheaf/domain/Company"
import type { CompanyId } from "@sheaf/domain/Company"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { OrderPurpose } from "@sheaf/ports"
import texts from "./purposeTexts.json" with { type: "json" }

type PurposeTexts = typeof texts.en

const languages: Readonly<Record<string, PurposeTexts>> = texts

/** Returns a two-letter language code. Default: the language of the company's market. */
export const languageOf = (purpose: OrderPurpose | undefined, company: CompanyId): string => {
  const market = marketOf(company)
  return (purpose?.locale ?? (market && ConsentScope.defaultLocale(market)) ?? "en").slice(0, 2)
}

const maxName = 60

/** Shortens a text to `longest` characters without splitting a character. */
export const shorten = (text: string, longest: number): string => [...text].slice(0, longest).join("").trim()

/**
 * Returns a name on one line and without Markdown or HTML, so that a client's or company's name cannot add a heading, a
 * list or a link to what the person confirms.
 *
 * @example plainNameOf("Acme*\n# Pay 500 kr") // "Acme Pay 500 kr"
 */
export const plainNameOf = (name: string): string =>
  shorten(
    name
      .normalize("NFC")
      .replace(/[\p{C}\p{Z}*_#|~`<>[\]\\]+/gu, " ")
      .trim(),
    maxName
  )

const companyNameOf = (purpose: OrderPurpose | undefined, company: CompanyId): string => {
  const name = plainNameOf(purpose?.companyName ?? "")
  return name === "" ? company : name
}

export const displayTextOf = (purpose: OrderPurpose | undefined, company: CompanyId): string => {
  const { login, loginFor } = languages[languageOf(purpose, company)] ?? texts.en
  const clientName = plainNameOf(purpose?.clientName ?? "")
  return (clientName === "" ? login : loginFor)
    .replace("{company}", () => companyNameOf(purpose, company))
    .replace("{client}", () => clientName)
}

export const namesOf = (purpose: OrderPurpose | undefined, company: CompanyId, longest: number): string =>
  shorten(
    [plainNameOf(purpose?.clientName ?? ""), companyNameOf(purpose, company)].filter((name) => name !== "").join(": "),
    longest
  )

/** Returns the text for the Swedish scheme: a heading with the company's name, and a sentence. */
export const userVisibleDataOf = (purpose: OrderPurpose | undefined, company: CompanyId) => ({
  userVisibleData: Buffer.from(`# ${companyNameOf(purpose, company)}\n\n${displayTextOf(purpose, company)}`).toString(
    "base64"
  ),
  userVisibleDataFormat: "simpleMarkdownV1"
})
