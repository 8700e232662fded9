/** Rejected requests about consents, the same in every version (spec 2.1, 2.3, 2.4). */
import {
  invalid,
  missing,
  refusal,
  refused,
  rejected,
  unknown,
  unknownCompany,
  unknownParameter,
  unknownQuery
} from "./BadRequest.ts"
import type { BadRequest } from "./BadRequest.ts"

/** The companies that the table needs. */
export interface Banks {
  /** A bank, and one of its login methods with an electronic ID. */
  readonly company: string
  readonly loginMethod: string
  /** A company without accounts. */
  readonly withoutAccounts: string
}

const asked = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
const pigeon = { type: "PIGEON" }
const eid = { type: "SWEDISH_EID", personalNumber: "198112189876" }

export const consents = ({ company, loginMethod, withoutAccounts }: Banks): ReadonlyArray<BadRequest> => {
  const create = (members: object) => ({
    method: "POST",
    path: "/consents",
    body: JSON.stringify({ company, parameters: [asked], ...members })
  })
  const asking = (members: object) => create({ parameters: [{ ...asked, ...members }] })
  return [
    missing("no company", create({ company: undefined }), "/company"),
    unknownCompany(create({ company: "se-nowhere" })),
    rejected("a company without accounts", create({ company: withoutAccounts }), {
      ...refusal("PRODUCT_NOT_SUPPORTED", "/company"),
      names: "PSD2_AIS"
    }),
    unknownParameter("a parameter of an unknown type", create({ parameters: [asked, pigeon] }), "/parameters/1"),
    missing(
      "SWEDISH_EID without a login method, and an unknown company",
      create({ company: "se-nowhere", parameters: [asked, eid] }),
      "/loginMethod"
    ),
    ...["https://app.example/done", "http://localhost:3000/done?code=1", ""].map((returnUrl) =>
      invalid(`the return address ${returnUrl}`, create({ returnUrl }), "/returnUrl")
    ),
    invalid(
      "a return address with SWEDISH_EID",
      create({ loginMethod, parameters: [asked, eid], returnUrl: "http://localhost/" }),
      "/returnUrl"
    ),
    invalid("a state without a return address", create({ state: "s" }), "/state"),
    ...["a\u202eb", "a".repeat(256)].map((state) =>
      invalid(
        `the state ${JSON.stringify(state).slice(0, 12)}`,
        create({ returnUrl: "http://localhost/", state }),
        "/state"
      )
    ),
    missing("a confirmation without a code", { method: "POST", path: "/consents/x/confirmation", body: "{}" }, "/code"),
    ...["", "a\nb", "a".repeat(256)].map((code) =>
      invalid(
        `the code ${JSON.stringify(code).slice(0, 12)}`,
        { method: "POST", path: "/consents/x/confirmation", body: JSON.stringify({ code }) },
        "/code"
      )
    ),
    missing("no IP address of the person", asking({ psuIpAddress: undefined }), "/parameters/0/psuIpAddress"),
    invalid("an invalid IP address of the person", asking({ psuIpAddress: "localhost" }), "/parameters/0/psuIpAddress"),
    unknown(
      "a misspelled member that would open all accounts",
      asking({ accountId: ["1"] }),
      "/parameters/0/accountId"
    ),
    invalid("an empty list of accounts", asking({ accountIds: [] }), "/parameters/0/accountIds"),
    invalid("a consent to nothing", asking({ balances: false, transactions: false }), "/parameters/0/balances"),
    ...[new Date().toISOString().slice(0, 10), "2126-1-1"].map((validUntil) =>
      invalid(`an end that is not in the future: ${validUntil}`, asking({ validUntil }), "/parameters/0/validUntil")
    ),
    invalid("an invalid language", asking({ psuLocale: "swedish" }), "/parameters/0/psuLocale"),
    unknownQuery("a list with an unknown filter", "/consents?state=AUTHORIZED", "/query/state"),
    invalid("a list with an unknown status", "/consents?statusIn=AUTHORIZED,COMPLETED", "/query/statusIn"),
    ...["0", "101", "1.5", "x"].map((limit) =>
      invalid(`a list with the limit ${limit}`, `/consents?limit=${limit}`, "/query/limit")
    ),
    rejected("a list with an unknown cursor", "/consents?cursor=abc", refusal("INVALID_CURSOR", "/query/cursor")),
    ...["019a0000-0000-7000-8000-0000000000ff", "1", "..%2F..%2Fhealth", "%00", "a".repeat(65)].flatMap((id) =>
      [
        { method: "GET", path: `/consents/${id}` },
        { method: "GET", path: `/consents/${id}/status` },
        { method: "POST", path: `/consents/${id}/confirmation`, body: JSON.stringify({ code: "a" }) },
        { method: "DELETE", path: `/consents/${id}` }
      ].map((request) => refused(`${request.method} of an unknown consent: ${request.path}`, request, 404, "NOT_FOUND"))
    )
  ]
}
