/** The accepted and rejected values of typed parameters (spec 2.1, 2.3, 2.5). */
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { EmailAddress, find, MobilePhoneNumber, Parameter } from "../../src/collections/Parameter.ts"

const read = Schema.decodeUnknownResult(Parameter)
const closed = { onExcessProperty: "error" } as const
const attributesNumbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`A${"_".repeat(61)}${10 + index}`, "value"]))

const long = (length: number) => "x".repeat(length)
const ip = { psuIpAddress: "192.0.2.17" }

const app = {
  appIdentifier: "se.example.app",
  deviceOS: "IOS 18.1",
  deviceModelName: "Apple iPhone14,3",
  deviceIdentifier: "d-17"
}
const web = { referringDomain: "app.example", userAgent: "Browser/1 (x; y)", deviceIdentifier: "d-17" }
const eid = { type: "SWEDISH_EID", personalNumber: "198112189876" }

const accepted: ReadonlyArray<readonly [title: string, parameter: object]> = [
  ["a personal number of 12 digits", { type: "SWEDISH_EID", personalNumber: "198112189876" }],
  ["a personal number of 10 digits", { type: "SWEDISH_EID", personalNumber: "8112189876" }],
  ["a personal number with a hyphen", { type: "SWEDISH_EID", personalNumber: "811218-9876" }],
  ["a personal number with a plus", { type: "SWEDISH_EID", personalNumber: "19811218+9876" }],
  ["an app", { ...eid, app }],
  ["a browser", { ...eid, web }],
  ["a browser with a long name", { ...eid, web: { ...web, userAgent: long(256), deviceIdentifier: long(64) } }],
  ["a Smart-ID login", { type: "SMART_ID", personalCode: "50001029996", country: "EE" }],
  ["a Latvian Smart-ID login", { type: "SMART_ID", personalCode: "020100-29990", country: "LV" }],
  ["a document number", { type: "SMART_ID", documentNumber: "PNOLV-020100-29990-MOCK-Q" }],
  ["a Mobile-ID login", { type: "MOBILE_ID", personalCode: "60001019906", phoneNumber: "37200000766" }],
  ["an email address", { type: "EMAIL", email: "maja.lind@example.com" }],
  ["a username and a password", { type: "USERNAME_PASSWORD", username: "maja", password: " any thing " }],
  ["a username of 255 characters", { type: "USERNAME_PASSWORD", username: long(255), password: "x" }],
  ["a password of 1024 characters", { type: "USERNAME_PASSWORD", username: "m", password: long(1024) }],
  ["a PDF", { type: "PDF_DOCUMENT", fileName: "home.pdf", content: "JVBERi0xLjcK", insuranceType: "vehicleInsurance" }],
  ["a consent with an address alone", { type: "PSD2_AIS_CONSENT", ...ip }],
  [
    "a consent with everything",
    {
      type: "PSD2_AIS_CONSENT",
      psuIpAddress: "2001:db8::17",
      accountIds: ["a", "b"],
      balances: true,
      transactions: false,
      psuLocale: "sv-se",
      validUntil: "2028-02-29"
    }
  ],
  ["a locale with an uppercase region", { type: "PSD2_AIS_CONSENT", ...ip, psuLocale: "sv-SE" }],
  ["100 accounts", { type: "PSD2_AIS_CONSENT", ...ip, accountIds: Array.from({ length: 100 }, (_, i) => `a${i}`) }],
  ["a stored consent", { type: "STORED_CONSENT", consentId: "c-1", ...ip, psuUserAgent: "Browser" }],
  ["a stored consent without the person present", { type: "STORED_CONSENT", consentId: "c-1" }],
  [
    "every attribute of session metadata",
    { type: "SESSION_METADATA", attributes: { SESSION_ID: "s", ADVISOR_HANDLE: "a", EXTERNAL_REFERENCE: long(255) } }
  ],
  [
    "session metadata with 20 attributes of other names",
    { type: "SESSION_METADATA", attributes: attributesNumbered(20) }
  ],
  ["session metadata without attributes", { type: "SESSION_METADATA", attributes: {} }],
  ["the name of the account owner", { type: "ACCOUNT_OWNER_NAME", name: "Maja Lind" }],
  [
    "a filter",
    {
      type: "COLLECTION_FILTER",
      insuranceTypes: ["animalInsurance"],
      insuranceSubTypes: ["dog"],
      productTypes: ["ISK", "KF"]
    }
  ],
  ["a filter without restrictions", { type: "COLLECTION_FILTER" }]
]

const notTexts: ReadonlyArray<readonly [title: string, value: unknown]> = [
  ["a number", 50001029996],
  ["a null", null],
  ["a list", ["50001029996"]],
  ["nothing", ""],
  ["a control character", "50001029996\u0007"],
  ["a line end", "50001029996\n"],
  ["300 digits", "1".repeat(300)],
  ["full-width digits", "５０００１０２９９９６"]
]

const refused: ReadonlyArray<readonly [title: string, parameter: unknown]> = [
  ["an unknown type", { type: "PIN", pin: "1234" }],
  ["no type", { email: "maja.lind@example.com" }],
  ["a string", "EMAIL"],
  ["a personal number with a space", { type: "SWEDISH_EID", personalNumber: "198112189876 " }],
  ["a personal number of 11 digits", { type: "SWEDISH_EID", personalNumber: "19811218987" }],
  ["a personal number with two signs", { type: "SWEDISH_EID", personalNumber: "811218--9876" }],
  ["a personal number in Arabic digits", { type: "SWEDISH_EID", personalNumber: "١٩٨١١٢١٨٩٨٧٦" }],
  ["a personal number as a JSON number", { type: "SWEDISH_EID", personalNumber: 198112189876 }],
  ...[...notTexts, ["a name", "localhost"] as const, ["a port", "192.0.2.1:443"] as const].map(
    ([title, endUserIp]) => [`${title} as the person's address`, { ...eid, endUserIp }] as const
  ),
  ...["personalCode", "country", "documentNumber"].flatMap((member) =>
    notTexts.map(([title, value]) => [`${title} as ${member}`, { type: "SMART_ID", [member]: value }] as const)
  ),
  ...["personalCode", "phoneNumber"].flatMap((member) =>
    notTexts.map(
      ([title, value]) =>
        [
          `${title} as ${member} of Mobile-ID`,
          { type: "MOBILE_ID", personalCode: "60001019906", phoneNumber: "37200000766", [member]: value }
        ] as const
    )
  ),
  ...Object.keys(app).flatMap((member) =>
    [7, null, "", "a\u0007b", "a\n", long(256)].map(
      (value) => [`${JSON.stringify(value)} as ${member}`, { ...eid, app: { ...app, [member]: value } }] as const
    )
  ),
  ...Object.keys(web).flatMap((member) =>
    [7, null, "", "a\u0007b", "a\n", long(257)].map(
      (value) =>
        [`${JSON.stringify(value)} as ${member} of a browser`, { ...eid, web: { ...web, [member]: value } }] as const
    )
  ),
  ["an app without its identifier", { ...eid, app: { ...app, appIdentifier: undefined } }],
  ["a browser with a member of an app", { ...eid, web: { ...web, deviceOS: "IOS 18.1" } }],
  ["a list of browsers", { ...eid, web: [web] }],
  ["a page's address as a domain", { ...eid, web: { ...web, referringDomain: "https://app.example" } }],
  ["a Swedish number as a personal code", { type: "SMART_ID", personalCode: "198112189876", country: "EE" }],
  ["a country in lower case", { type: "SMART_ID", personalCode: "50001029996", country: "ee" }],
  ["a country without Smart-ID", { type: "SMART_ID", personalCode: "50001029996", country: "SE" }],
  ["a document number of another country", { type: "SMART_ID", documentNumber: "PNOBE-00010299944-MOCK-Q" }],
  ["a document number in lower case", { type: "SMART_ID", documentNumber: "pnoee-50001029996-mock-q" }],
  ["a Mobile-ID login without a phone", { type: "MOBILE_ID", personalCode: "60001019906" }],
  ["a phone number with a plus", { type: "MOBILE_ID", personalCode: "60001019906", phoneNumber: "+37200000766" }],
  ["the login of a page, which clients never send", { type: "PAGE" }],
  ["an empty username", { type: "USERNAME_PASSWORD", username: "", password: "x" }],
  ["a username of 256 characters", { type: "USERNAME_PASSWORD", username: long(256), password: "x" }],
  ["a username with a line break", { type: "USERNAME_PASSWORD", username: "ma\nja", password: "x" }],
  ["an empty password", { type: "USERNAME_PASSWORD", username: "m", password: "" }],
  ["a password of 1025 characters", { type: "USERNAME_PASSWORD", username: "m", password: long(1025) }],
  ["a PDF without a name", { type: "PDF_DOCUMENT", fileName: "", content: "JVBERi0xLjcK" }],
  ["an empty PDF", { type: "PDF_DOCUMENT", fileName: "home.pdf", content: "" }],
  ["a consent without an address", { type: "PSD2_AIS_CONSENT" }],
  ["a consent with an invalid address", { type: "PSD2_AIS_CONSENT", psuIpAddress: "localhost" }],
  ["an empty list of accounts", { type: "PSD2_AIS_CONSENT", ...ip, accountIds: [] }],
  ["a repeated account", { type: "PSD2_AIS_CONSENT", ...ip, accountIds: ["a", "b", "a"] }],
  ["101 accounts", { type: "PSD2_AIS_CONSENT", ...ip, accountIds: Array.from({ length: 101 }, (_, i) => `a${i}`) }],
  ["a misspelled accountIds", { type: "PSD2_AIS_CONSENT", ...ip, accountIDs: ["a"] }],
  ["a locale with an underscore", { type: "PSD2_AIS_CONSENT", ...ip, psuLocale: "sv_se" }],
  ["a locale without a region", { type: "PSD2_AIS_CONSENT", ...ip, psuLocale: "sv" }],
  ["a locale with an uppercase language", { type: "PSD2_AIS_CONSENT", ...ip, psuLocale: "SV-se" }],
  ["a locale with an extra part", { type: "PSD2_AIS_CONSENT", ...ip, psuLocale: "sv-se-x" }],
  ["a day that does not exist", { type: "PSD2_AIS_CONSENT", ...ip, validUntil: "2026-02-29" }],
  ["balances as a string", { type: "PSD2_AIS_CONSENT", ...ip, balances: "true" }],
  ["a null", { type: "PSD2_AIS_CONSENT", ...ip, validUntil: null }],
  ["a stored consent without its id", { type: "STORED_CONSENT" }],
  ["a stored consent with an empty id", { type: "STORED_CONSENT", consentId: "" }],
  ["a stored consent with an id of 65 characters", { type: "STORED_CONSENT", consentId: long(65) }],
  ["an attribute in lowercase", { type: "SESSION_METADATA", attributes: { user: "u" } }],
  ["an attribute that starts with a digit", { type: "SESSION_METADATA", attributes: { "7UP": "u" } }],
  ["an attribute without a name", { type: "SESSION_METADATA", attributes: { "": "u" } }],
  [
    "an attribute named like an object's prototype",
    { type: "SESSION_METADATA", attributes: JSON.parse('{"__proto__":"u"}') }
  ],
  ["an attribute with a name of 65 characters", { type: "SESSION_METADATA", attributes: { ["A".repeat(65)]: "u" } }],
  ["21 attributes", { type: "SESSION_METADATA", attributes: attributesNumbered(21) }],
  ["an attribute that is a number", { type: "SESSION_METADATA", attributes: { BRANCH: 7 } }],
  ["an empty attribute", { type: "SESSION_METADATA", attributes: { SESSION_ID: "" } }],
  ["an attribute of 256 characters", { type: "SESSION_METADATA", attributes: { SESSION_ID: long(256) } }],
  ["an attribute with a control character", { type: "SESSION_METADATA", attributes: { SESSION_ID: "a\u0000" } }],
  ["metadata without its attributes", { type: "SESSION_METADATA" }],
  ["an empty name", { type: "ACCOUNT_OWNER_NAME", name: "" }],
  ["a filter with an empty list", { type: "COLLECTION_FILTER", productTypes: [] }],
  ["a filter with a misspelled type", { type: "COLLECTION_FILTER", insuranceTypes: ["vehicleInsurances"] }],
  ["a filter with a misspelled subtype", { type: "COLLECTION_FILTER", insuranceSubTypes: ["Car"] }],
  ["a filter without products", { type: "COLLECTION_FILTER", products: [] }],
  ["a filter with a repeated product", { type: "COLLECTION_FILTER", products: ["WEALTH", "WEALTH"] }],
  ["a filter with an unknown product", { type: "COLLECTION_FILTER", products: ["LOANS"] }],
  ["a filter with a product instead of a type", { type: "COLLECTION_FILTER", productTypes: ["WEALTH"] }]
]

describe("A parameter", () => {
  it.each(accepted)("can be %s", (_, parameter) => {
    assert.deepStrictEqual<unknown>(Result.getOrThrow(read(parameter, closed)), parameter)
  })

  it.each(refused)("cannot be %s", (_, parameter) => {
    assert.isTrue(Result.isFailure(read(parameter, closed)))
  })

  it("is found by its type", () => {
    const parameters: ReadonlyArray<Parameter> = [
      { type: "ACCOUNT_OWNER_NAME", name: "Maja Lind" },
      { type: "EMAIL", email: "maja.lind@example.com" }
    ]
    assert.strictEqual(find(parameters, "EMAIL")?.email, "maja.lind@example.com")
    assert.isUndefined(find(parameters, "SWEDISH_EID"))
  })
})

describe("An email address", () => {
  const address = (length: number) => `${long(length - "@example.com".length)}@example.com`

  it.each(["a@b.c", "maja.lind+x@mail.example.com", "å@exämple.se", "'x'@example.com", address(254)])(
    "can be %s",
    (text) => {
      assert.isTrue(Schema.is(EmailAddress)(text))
    }
  )

  it.each([
    "",
    "maja",
    "@example.com",
    "maja@",
    "maja@example",
    "maja@.com",
    "maja@example.",
    "maja@example..com",
    "a@b@example.com",
    "ma ja@example.com",
    "maja@exam ple.com",
    "maja@example.com\n",
    "ma\u0007ja@example.com",
    address(255)
  ])("cannot be %j", (text) => {
    assert.isFalse(Schema.is(EmailAddress)(text))
  })
})

describe("A mobile number", () => {
  it.each(["46701740605", "12345678", "123456789012345"])("can be %s", (text) => {
    assert.isTrue(Schema.is(MobilePhoneNumber)(text))
  })

  it.each([
    "",
    "1234567",
    "1234567890123456",
    "0701740605",
    "+46701740605",
    "46 701740605",
    "46-701740605",
    "4670174060a"
  ])("cannot be %j", (text) => {
    assert.isFalse(Schema.is(MobilePhoneNumber)(text))
  })
})
