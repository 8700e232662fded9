/** Schemas for what a connector's step shows to the person: texts, codes, a page and inputs. */
import { RequestObject, companyFields, InputFormat, InputType, RequestCookie } from "@sheaf/domain/ExtraInformation"
import * as Annotations from "@sheaf/domain/Annotations"
import { hasPossibleFormat } from "@sheaf/domain/SupplementInfo"
import { Schema } from "effect"
import examples from "./examples.json" with { type: "json" }

/** The schema's examples are in `examples.json`. */
export const withDocumentation = Annotations.makeAnnotate(examples)

/**
 * The maximum length of the information as JSON, in characters. The information is sealed, stored, and sent with every
 * poll, and no login needs more.
 */
export const maxInformation = 128 * 1024

/** Parts of an HTTP request (RFC 9110 §5.1, §5.5, §9.1). A line break in a part could inject another part. */
const FieldName = Schema.String.check(
  Schema.isPattern(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/, { message: "the name of a header field" })
)
const FieldValue = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}]*$/u, {
    message: "the value of a header field, without control characters"
  })
)

/** A pattern for the record's keys would silently drop names that do not match, so a filter checks them. */
const Fields = Schema.Record(Schema.String, FieldValue).check(
  Schema.makeFilter((fields) => Object.keys(fields).every(Schema.is(FieldName)) || "names of header fields")
)
const Method = Schema.String.check(Schema.isPattern(/^[A-Z]{1,20}$/, { message: "an HTTP method" }))

/** Devices open only https URLs. Other URLs could run scripts, open files or be intercepted. */
const secureAddress = /^https:\/\/[^\s/?#@\p{Cc}]+(?:[/?#][^\s\p{Cc}]*)?$/u

/** A part of a cookie (RFC 6265 §4.1.1). A semicolon would begin another part. */
const CookiePart = Schema.String.check(
  Schema.isPattern(/^[^;\p{Cc}]*$/u, { message: "no semicolon or control character" })
)

const Cookie = Schema.Struct({
  ...RequestCookie.fields,
  name: FieldName.pipe(Annotations.describe("The cookie's name.")),
  value: CookiePart.pipe(Annotations.describe("The cookie's value, to be sent unchanged.")),
  domain: CookiePart.pipe(Annotations.describe("The host that the cookie belongs to.")),
  path: CookiePart.pipe(Annotations.describe("The path that the cookie belongs to."))
}).pipe(withDocumentation("RequestCookie", "A cookie to send with the request (RFC 6265)."))

const Request = Schema.Struct({
  ...RequestObject.fields,
  url: Schema.String.check(Schema.isPattern(secureAddress, { message: "an https address" })).pipe(
    Annotations.describe("The https URL to call.")
  ),
  method: Method.pipe(Annotations.describe("The HTTP method.")),
  headers: Fields.pipe(Annotations.describe("The header fields to send, by name.")),
  cookies: Schema.optionalKey(Schema.Array(Cookie)).pipe(Annotations.describe("The cookies to send. Optional."))
}).pipe(withDocumentation("Request", "A request that the client executes on the person's device, once per etag."))

/**
 * One line of text for people. It must contain at least one visible character, and no character that affects the
 * surrounding text. Some letters, such as the Hangul filler, are invisible, and so is the Braille blank.
 */
const plainText = (maxLength: number) =>
  Schema.String.check(
    Schema.isPattern(
      new RegExp(`^(?=.*[^\\s\\p{DI}\\p{M}\\u2800])[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]{1,${maxLength}}$`, "u"),
      {
        message: `1 to ${maxLength} visible characters on one line`
      }
    )
  )

/** A QR code holds 2,953 bytes (ISO/IEC 18004), and a character takes up to four. */
const CodeText = plainText(700)

/** The minimum time that a code is shown, in milliseconds. Clients do not redraw it more often than this. */
export const minCodeDisplayMillis = 100

export const TimedCodeText = Schema.Struct({
  text: CodeText.pipe(Annotations.describe("The content of the code.")),
  forMillis: Schema.Int.check(Schema.isBetween({ minimum: minCodeDisplayMillis, maximum: 3_600_000 })).pipe(
    Annotations.describe("How long to show the code, in milliseconds. The last code stays until the next step.")
  )
}).pipe(withDocumentation("TimedCodeText", "A code text, and how long it is shown."))

const maxCodeTexts = 600

const QrText = Schema.Union([
  CodeText,
  Schema.Array(TimedCodeText).check(Schema.isMinLength(1), Schema.isMaxLength(maxCodeTexts))
]).annotate({
  identifier: "QrText",
  description:
    "The text of the company's own QR code, or a list of texts to show one after the other from the moment of the step."
})

const maxOptions = 200

const Input = Schema.Struct({
  type: InputType,
  label: Annotations.optional(
    plainText(200),
    "The company's label, shown to the person as a quotation. Required for TEXT and CHOICE. At most 200 characters."
  ),
  format: Schema.optionalKey(InputFormat),
  options: Annotations.optional(
    Schema.Array(
      Schema.Struct({
        value: plainText(100).pipe(Annotations.describe("The value to return.")),
        label: plainText(200).pipe(Annotations.describe("The company's label for the value."))
      })
    ).check(
      Schema.isMinLength(1),
      Schema.isMaxLength(maxOptions),
      Schema.makeFilter(
        (options) => new Set(options.map(({ value }) => value)).size === options.length || "distinct values"
      ),
      // Clients trim input, so an option with surrounding white space would come back changed.
      Schema.makeFilter(
        (options) => options.every(({ value }) => value === value.trim()) || "values without surrounding white space"
      )
    ),
    `The values to choose from, at most ${maxOptions}. Required for CHOICE, and possible for REGION.`
  )
})
  .check(
    // Only CHOICE and REGION can have options. Input of other types is normalized, so a chosen option could come back
    // changed.
    Schema.makeFilter(
      ({ options, type }) =>
        options === undefined || type === "CHOICE" || type === "REGION" || "options only for CHOICE and REGION"
    ),
    Schema.makeFilter((input) => hasPossibleFormat(input) || "a format that the type and all options can have")
  )
  .pipe(
    withDocumentation(
      "InputRequest",
      "An input to ask the person for, with the company's own label, format and options."
    )
  )

const Inputs = Schema.Array(Input).check(
  Schema.isMinLength(1),
  Schema.makeFilter((inputs) => new Set(inputs.map(({ type }) => type)).size === inputs.length || "distinct types")
)

/** Only the configuration and the service know which pages are allowed, so the host is checked elsewhere. */
const PageUrl = Schema.String.check(
  Schema.isMaxLength(2048),
  Schema.isPattern(/^https?:\/\/[^\s\\/?#@\p{Cc}]+(?:[/?#][^\s\\\p{Cc}]*)?$/u, { message: "the URL of a page" })
)

export const StepInformation = Schema.Struct({
  ...companyFields,
  REDIRECT_URL: Schema.optionalKey(PageUrl).pipe(
    Annotations.describe(
      "The page on which the person logs in; only in a POLL step with the status WAITING_FOR_USER_ACTION. Its host must " +
        "be one of `redirectHosts` in Sheaf's configuration, by default the connector's own. The page sends the person " +
        "to a `pageReturn` of this collection, and only the signal RETURN leads on. Since 1.2."
    )
  ),
  APP_URL: Schema.optionalKey(PageUrl).pipe(
    Annotations.describe(
      "A link that opens the app of the electronic ID on the same device and then leads to a `pageReturn` of this " +
        "collection. Its host must be one of `redirectHosts`. The connector keeps polling. A return sends RETURN once: " +
        "somebody else may have sent the link to the person, so do not accept an order that a link opened before the app " +
        "has proved the return in `query`. Since 1.3."
    )
  ),
  ORDER_PAGE_URL: Schema.optionalKey(PageUrl).pipe(
    Annotations.describe(
      "A page on which the person can act instead of in the app of the electronic ID. Its host must be one of " +
        "`redirectHosts`. Nothing leads back from it, and the connector keeps polling. Since 1.2."
    )
  ),
  QR_TEXT: Schema.optionalKey(QrText).pipe(Annotations.describe("The company's own QR code. Since 1.2.")),
  REQUIRED_INPUTS: Schema.optionalKey(Inputs).pipe(
    Annotations.describe(
      "The inputs to ask for, in place of REQUIRED_INPUT_TYPES, which Sheaf then derives. Since 1.2."
    )
  ),
  INSTRUCTIONS: Schema.optionalKey(Schema.Array(Request)).pipe(
    Annotations.describe("The requests to execute on the person's device.")
  )
}).pipe(
  withDocumentation(
    "Information",
    "The information that the client sees in addition to the status. At most 131072 characters as JSON."
  )
)
