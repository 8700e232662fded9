/** Links in responses (NextGenPSD2 1.3.11, hyperlinks). */
import { Schema } from "effect"

const Href = Schema.Struct({ href: Schema.NonEmptyString }).annotate({
  identifier: "Href",
  description: "A link: an absolute address, or a path at the bank's host."
})

const link = Schema.optionalKey(Href)

export const ConsentLinks = Schema.Struct({
  scaRedirect: link,
  scaOAuth: link,
  confirmation: link,
  startAuthorisation: link,
  startAuthorisationWithPsuIdentification: link,
  self: Href,
  status: Href,
  scaStatus: link
}).annotate({ identifier: "ConsentLinks" })
export type ConsentLinks = typeof ConsentLinks.Type

export const AuthorizationLinks = Schema.Struct({
  scaRedirect: link,
  scaOAuth: link,
  confirmation: link,
  scaStatus: Href
}).annotate({ identifier: "AuthorisationLinks" })

export const ConfirmationLinks = Schema.Struct({ scaStatus: Href }).annotate({
  identifier: "AuthorisationConfirmationLinks"
})

/** A link is present only if the consent covers the data behind it. */
export const AccountLinks = Schema.Struct({ balances: link, transactions: link }).annotate({
  identifier: "AccountLinks"
})

export const ReportLinks = Schema.Struct({ account: Href, first: link, next: link, previous: link }).annotate({
  identifier: "ReportLinks"
})

export const CardReportLinks = Schema.Struct({ cardAccount: Href, first: link, next: link, previous: link }).annotate({
  identifier: "CardReportLinks"
})

export const makeLink = (href: string): typeof Href.Type => ({ href })
