/** Rejected requests about consents, equal in every version (spec 2.3; decisions 2, 9). */
import { refusal } from "./BadRequest.ts"
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
const eid = { type: "SWEDISH_EID", personalNumber: "198112189876" }

export const consents = ({ company, loginMethod, withoutAccounts }: Banks): ReadonlyArray<BadRequest> => {
  const create = (members: object) => ({
    method: "POST",
    path: "/consents",
    body: JSON.stringify({ company, parameters: [asked], ...members })
  })
  const asking = (members: object) => create({ parameters: [{ ...asked, ...members }] })
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  return [
    { name: "no company", ...create({ company: undefined }), ...refusal("MISSING_FIELD", "/company") },
    {
      name: "an unknown company",
      ...create({ company: "se-nowhere" }),
      ...refusal("UNKNOWN_COMPANY", "/company"),
      status: 404
    },
    {
      name: "a company without accounts",
      ...create({ company: withoutAccounts }),
      ...refusal("PRODUCT_NOT_SUPPORTED", "/company"),
      names: "PSD2_AIS"
    },
    { name: "no parameters", ...create({ parameters: undefined }), ...refusal("MISSING_FIELD", "/parameters") },
    {
      name: "an empty list of parameters",
      ...create({ parameters: [] }),
      ...refusal("MISSING_PARAMETER", "/parameters")
    },
    {
      name: "no PSD2_AIS_CONSENT",
      ...create({ loginMethod, parameters: [eid] }),
      ...refusal("MISSING_PARAMETER", "/parameters")
    },
    {
      name: "PSD2_AIS_CONSENT twice",
      ...create({ parameters: [asked, asked] }),
      ...refusal("DUPLICATE_PARAMETER", "/parameters/1")
    },
    {
      name: "SWEDISH_EID twice",
      ...create({ loginMethod, parameters: [asked, eid, eid] }),
      ...refusal("DUPLICATE_PARAMETER", "/parameters/2")
    },
    ...[
      { type: "EMAIL", email: "maja@example.com" },
      { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" },
      { type: "STORED_CONSENT", consentId: "019a0000-0000-7000-8000-0000000000ff" },
      { type: "ACCOUNT_OWNER_NAME", name: "Maja Lind" }
    ].map((parameter) => ({
      name: `a parameter of type ${parameter.type}`,
      ...create({ parameters: [asked, parameter] }),
      ...refusal("UNEXPECTED_PARAMETER", "/parameters/1")
    })),
    {
      name: "a parameter of an unknown type",
      ...create({ parameters: [asked, { type: "PIGEON" }] }),
      ...refusal("UNKNOWN_PARAMETER", "/parameters/1")
    },
    {
      name: "SWEDISH_EID without a login method",
      ...create({ parameters: [asked, eid] }),
      ...refusal("MISSING_FIELD", "/loginMethod")
    },
    {
      name: "SWEDISH_EID without a login method, and an unknown company",
      ...create({ company: "se-nowhere", parameters: [asked, eid] }),
      ...refusal("MISSING_FIELD", "/loginMethod")
    },
    {
      name: "a login method without SWEDISH_EID",
      ...create({ loginMethod }),
      ...refusal("MISSING_PARAMETER", "/parameters")
    },
    ...["USERNAME_AND_PASSWORD", "EMAIL", "PDF_UPLOAD", "SWEDISH_SECURITY_TOKEN"].map((method) => ({
      name: `the login method ${method}`,
      ...create({ loginMethod: method, parameters: [asked, eid] }),
      ...refusal("INVALID_FIELD", "/loginMethod")
    })),
    {
      name: "a personal number with an impossible date",
      ...create({ loginMethod, parameters: [asked, { ...eid, personalNumber: "198113319876" }] }),
      ...refusal("INVALID_FIELD", "/parameters/1/personalNumber")
    },
    {
      name: "no IP address of the person",
      ...asking({ psuIpAddress: undefined }),
      ...refusal("MISSING_FIELD", "/parameters/0/psuIpAddress")
    },
    ...["localhost", "192.0.2", "192.0.2.256", "", "::1::2", 17].map((psuIpAddress) => ({
      name: `an invalid IP address of the person: ${psuIpAddress}`,
      ...asking({ psuIpAddress }),
      ...refusal("INVALID_FIELD", "/parameters/0/psuIpAddress")
    })),
    {
      name: "a misspelled member that would open all accounts",
      ...asking({ accountId: ["acc-1"] }),
      ...refusal("UNKNOWN_FIELD", "/parameters/0/accountId")
    },
    ...[[], ["a", "a"], Array.from({ length: 101 }, (_, index) => `acc-${index}`)].map((accountIds) => ({
      name: `${accountIds.length} invalid accounts`,
      ...asking({ accountIds }),
      ...refusal("INVALID_FIELD", "/parameters/0/accountIds")
    })),
    {
      name: "a consent to nothing",
      ...asking({ balances: false, transactions: false }),
      ...refusal("INVALID_FIELD", "/parameters/0/balances")
    },
    ...[new Date().toISOString().slice(0, 10), yesterday, "2026-02-30", "tomorrow", "2126-1-1"].map((validUntil) => ({
      name: `an end that is not in the future: ${validUntil}`,
      ...asking({ validUntil }),
      ...refusal("INVALID_FIELD", "/parameters/0/validUntil")
    })),
    ...["sv", "swedish", "sv_SE", "SV-se"].map((psuLocale) => ({
      name: `an invalid language: ${psuLocale}`,
      ...asking({ psuLocale }),
      ...refusal("INVALID_FIELD", "/parameters/0/psuLocale")
    })),
    {
      name: "a list with an unknown filter",
      path: "/consents?state=AUTHORIZED",
      ...refusal("UNKNOWN_QUERY", "/query/state")
    },
    {
      name: "a list with an unknown status",
      path: "/consents?statusIn=AUTHORIZED,COMPLETED",
      ...refusal("INVALID_FIELD", "/query/statusIn/1"),
      errors: { "/query/statusIn": "INVALID_FIELD" }
    },
    ...["0", "101", "1.5", "x"].map((limit) => ({
      name: `a list with the limit ${limit}`,
      path: `/consents?limit=${limit}`,
      ...refusal("INVALID_FIELD", "/query/limit")
    })),
    {
      name: "a list with an unknown cursor",
      path: "/consents?cursor=abc",
      ...refusal("INVALID_CURSOR", "/query/cursor")
    },
    ...["019a0000-0000-7000-8000-0000000000ff", "1", "..%2F..%2Fhealth", "%00", "a".repeat(65)].flatMap((id) =>
      [
        { method: "GET", path: `/consents/${id}` },
        { method: "GET", path: `/consents/${id}/status` },
        { method: "DELETE", path: `/consents/${id}` }
      ].map((request) => ({
        name: `${request.method} of an unknown consent: ${request.path}`,
        ...request,
        status: 404,
        code: "NOT_FOUND"
      }))
    )
  ]
}
