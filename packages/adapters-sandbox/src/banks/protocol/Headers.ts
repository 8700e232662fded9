/** The protocol's headers (NextGenPSD2 1.3.11, request and response headers). */
import { Schema } from "effect"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const RequestId = Schema.String.check(Schema.isPattern(uuid, { message: "a UUID" })).annotate({
  format: "uuid",
  description: "The identifier of the request, a UUID. The response repeats it."
})

export const isRequestId = Schema.is(RequestId)

const text = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))

const flag = (description: string) => Schema.optionalKey(Schema.Boolean.annotate({ description }))

const digits = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)"
const ipAddress = new RegExp(`^(?:${digits}(?:\\.${digits}){3}|(?=.*:)[0-9a-fA-F:.]{2,45})$`)

const IpAddress = Schema.String.check(Schema.isPattern(ipAddress, { message: "an IP address" })).annotate({
  description: "The IP address of the person's device. Present only if the person takes part in the request."
})

/** Matches only the characters that URIs allow. All others must be percent-encoded. */
const webAddress = /^https?:\/\/[^/?#](?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/i

const PageUri = Schema.String.check(Schema.isPattern(webAddress, { message: "an http or https address" })).annotate({
  format: "uri"
})

const common = {
  "x-request-id": RequestId,
  digest: text("The digest of the body. Required with a signature."),
  signature: text("The signature with the provider's electronic seal."),
  "tpp-signature-certificate": text("The certificate of the electronic seal, in base64.")
}

const geoLocation = /^GEO:-?[0-9]{1,2}\.[0-9]{6};-?[0-9]{1,3}\.[0-9]{6}$/

const device = {
  "psu-ip-port": text("The port of the person's device."),
  "psu-accept": text("The Accept header of the person's device."),
  "psu-accept-charset": text("The Accept-Charset header of the person's device."),
  "psu-accept-encoding": text("The Accept-Encoding header of the person's device."),
  "psu-accept-language": text("The Accept-Language header of the person's device."),
  "psu-user-agent": text("The User-Agent header of the person's device."),
  "psu-http-method": Schema.optionalKey(Schema.Literals(["GET", "POST", "PUT", "PATCH", "DELETE"])),
  "psu-device-id": Schema.optionalKey(RequestId),
  "psu-geo-location": Schema.optionalKey(Schema.String.check(Schema.isPattern(geoLocation)))
}

const person = {
  "psu-id": text("The person's user name at the bank."),
  "psu-id-type": text("The kind of user name."),
  "psu-corporate-id": text("The company's identifier. This bank has no corporate customers."),
  "psu-corporate-id-type": text("The kind of company identifier.")
}

const approach = {
  "tpp-redirect-preferred": flag("True if the provider prefers that the person visits the bank's page."),
  "tpp-decoupled-preferred": flag("True if the provider prefers that the person uses the bank's app."),
  "tpp-redirect-uri": Schema.optionalKey(PageUri.annotate({ description: "The address to which the person returns." })),
  "tpp-nok-redirect-uri": Schema.optionalKey(
    PageUri.annotate({ description: "The address to which the person returns without a consent." })
  ),
  "tpp-notification-uri": text("An address for notifications. This bank sends none."),
  "tpp-notification-content-preferred": text("The preferred notifications. This bank sends none.")
}

export const commonRequestHeaders = { ...common, "psu-ip-address": Schema.optionalKey(IpAddress), ...device }

export const accountReadHeaders = {
  ...commonRequestHeaders,
  "consent-id": Schema.NonEmptyString.annotate({ description: "The consent under which the accounts are read." })
}

export const consentCreationHeaders = {
  ...commonRequestHeaders,
  ...person,
  ...approach,
  "psu-ip-address": IpAddress,
  "tpp-explicit-authorisation-preferred": flag("True if the provider starts the authorization by a separate request."),
  "tpp-brand-logging-information": text("The name that the bank's page shows to the person.")
}

export const authorizationHeaders = { ...commonRequestHeaders, ...person, ...approach }

/** All standard headers about the person or the provider that a request may contain. */
export const allowedHeaderNames: ReadonlySet<string> = new Set(
  Object.keys({ ...consentCreationHeaders, ...accountReadHeaders })
)

export const commonResponseHeaders = { "x-request-id": RequestId }

export const authorizationResponseHeaders = {
  ...commonResponseHeaders,
  "aspsp-sca-approach": Schema.Literals(["REDIRECT", "DECOUPLED"]).annotate({
    description: "The way in which the person authorizes the consent."
  })
}
