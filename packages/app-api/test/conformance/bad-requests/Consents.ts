/** Requests about consents that every version rejects in the same way (spec 2.1, 2.3, 2.4). */
import {
  invalidFields,
  missingFields,
  badRequestProblem,
  badRequest,
  unknownFields,
  unknownCompanies,
  unknownParameter,
  unknownQuery
} from "./BadRequest.ts"
import type { BadRequest } from "./BadRequest.ts"

export interface Banks {
  readonly company: string
  readonly withoutAccounts: string
}

const asked = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
const pigeon = { type: "PIGEON" }
const eid = { type: "SWEDISH_EID", personalNumber: "198112189876" }

export const consents = ({ company, withoutAccounts }: Banks): ReadonlyArray<BadRequest> => {
  const create = (members: object) => ({
    method: "POST",
    path: "/consents",
    body: JSON.stringify({ company, parameters: [asked], ...members })
  })
  const asking = (members: object) => create({ parameters: [{ ...asked, ...members }] })
  return [
    missingFields("no company", create({ company: undefined }), "/company"),
    ...unknownCompanies((company) => create({ company })),
    badRequest("a company without accounts", create({ company: withoutAccounts }), {
      ...badRequestProblem("PRODUCT_NOT_SUPPORTED", "/company"),
      names: "PSD2_AIS"
    }),
    unknownParameter("a parameter of an unknown type", create({ parameters: [asked, pigeon] }), "/parameters/1"),
    missingFields(
      "SWEDISH_EID without a login method, and an unknown company",
      create({ company: "se-nowhere", parameters: [asked, eid] }),
      "/loginMethod"
    ),
    invalidFields(
      "a return address with an electronic ID that never returns there",
      create({
        returnUrl: "http://localhost/",
        loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE",
        parameters: [asked, eid]
      }),
      "/returnUrl"
    ),
    invalidFields("another return address", create({ returnUrl: "https://app.example/done" }), "/returnUrl"),
    invalidFields("a long state", create({ returnUrl: "http://localhost/", state: "a".repeat(256) }), "/state"),
    missingFields(
      "a confirmation without a code",
      { method: "POST", path: "/consents/x/confirmation", body: "{}" },
      "/code"
    ),
    missingFields(
      "an answer without a code",
      { method: "POST", path: "/consents/x/supplement-info", body: '{"type":"TWO_FACTOR_CODE"}' },
      "/value"
    ),
    unknownFields(
      "a misspelled member that would open all accounts",
      asking({ accountId: ["1"] }),
      "/parameters/0/accountId"
    ),
    invalidFields("a consent that ended", asking({ validUntil: "2020-01-01" }), "/parameters/0/validUntil"),
    unknownQuery("a list with an unknown filter", "/consents?state=AUTHORIZED", "/query/state"),
    invalidFields("a list with an unknown status", "/consents?statusIn=AUTHORIZED,COMPLETED", "/query/statusIn"),
    invalidFields("a list with too high a limit", "/consents?limit=101", "/query/limit"),
    badRequest(
      "a list with an unknown cursor",
      "/consents?cursor=abc",
      badRequestProblem("INVALID_CURSOR", "/query/cursor")
    )
  ]
}
