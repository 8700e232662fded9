/** Starts and contact forms of 2025-01-01 that are refused, in the terms in which they were sent (decisions 2, 3, 12). */
import type { BadRequest, Facts } from "./BadRequest.ts"

const input = { USERNAME: "maja", PASSWORD: "a-password" }

export const starts20250101 = ({ company, waiting }: Facts): ReadonlyArray<BadRequest> => {
  const post = (body: object) => ({
    method: "POST",
    path: "/wealth/collection",
    body: JSON.stringify(body)
  })
  const start = (more: object) => post({ company, loginMethod: "USERNAME_AND_PASSWORD", input, ...more })
  const contactForm = (body: object) => ({
    method: "POST",
    path: `/wealth/collection/${waiting}/add-contact-form-input`,
    body: JSON.stringify(body)
  })
  const invalid = { status: 400, code: "INVALID_FIELD" } as const
  return [
    {
      name: "an input that nobody knows",
      ...start({ input: { ...input, SHOE_SIZE: "44" } }),
      status: 400,
      code: "UNKNOWN_INPUT",
      errors: { "/input/SHOE_SIZE": "UNKNOWN_INPUT" }
    },
    {
      name: "an input in lower case, and one whose name needs escaping",
      ...start({ input: { username: "maja", "A/B": "1" } }),
      status: 400,
      code: "UNKNOWN_INPUT",
      errors: { "/input/username": "UNKNOWN_INPUT", "/input/A~1B": "UNKNOWN_INPUT" }
    },
    {
      name: "a member that nobody knows",
      ...start({ colour: "red" }),
      status: 400,
      code: "UNKNOWN_FIELD",
      errors: { "/colour": "UNKNOWN_FIELD" }
    },
    {
      name: "typed parameters, which are newer",
      ...post({ company, loginMethod: "EMAIL", parameters: [] }),
      status: 400,
      code: "UNKNOWN_FIELD",
      errors: { "/parameters": "UNKNOWN_FIELD" }
    },
    {
      name: "an input that is no text",
      ...start({ input: { ...input, SESSION_ID: 7 } }),
      ...invalid,
      errors: { "/input/SESSION_ID": "INVALID_FIELD" }
    },
    {
      name: "a user name without a password",
      ...start({ input: { USERNAME: "maja" } }),
      ...invalid,
      errors: { "/input/PASSWORD": "INVALID_FIELD" }
    },
    {
      name: "a user name for EMAIL that is no address",
      ...start({ loginMethod: "EMAIL", input: { USERNAME: "maja" } }),
      ...invalid,
      errors: { "/input/USERNAME": "INVALID_FIELD" }
    },
    {
      name: "no input where the login method needs one",
      ...post({ company, loginMethod: "USERNAME_AND_PASSWORD" }),
      status: 400,
      code: "MISSING_PARAMETER",
      errors: { "/input": "MISSING_PARAMETER" }
    },
    {
      name: "an input of another login method",
      ...start({ input: { ...input, SWEDISH_PERSONAL_NUMBER: "198112189876" } }),
      status: 400,
      code: "UNEXPECTED_PARAMETER",
      errors: { "/input/SWEDISH_PERSONAL_NUMBER": "UNEXPECTED_PARAMETER" }
    },
    {
      name: "a personal number with a wrong check digit",
      ...start({
        loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE",
        input: { SWEDISH_PERSONAL_NUMBER: "199001012386" }
      }),
      ...invalid,
      errors: { "/input/SWEDISH_PERSONAL_NUMBER": "INVALID_FIELD" }
    },
    {
      name: "a PDF that is none",
      ...start({ loginMethod: "PDF_UPLOAD", input: { PDF_FILE_NAME: "policy.pdf", PDF_CONTENT: "aGVsbG8=" } }),
      status: 400,
      code: "NOT_A_PDF",
      errors: { "/input/PDF_CONTENT": "NOT_A_PDF" }
    },
    {
      name: "a misspelt member of a consent that would open all accounts",
      ...start({ consents: [{ psuIpAddress: "192.0.2.1", accountIDs: ["1"] }] }),
      status: 400,
      code: "UNKNOWN_FIELD",
      errors: { "/consents/0/accountIDs": "UNKNOWN_FIELD" }
    },
    {
      name: "a stored consent with a member too many",
      ...post({
        company,
        consents: [{ consentId: "8a7a9a5e-9d3a-4c0e-8a4e-000000000001", balances: true, colour: 1 }]
      }),
      status: 400,
      code: "UNKNOWN_FIELD",
      errors: { "/consents/0/balances": "UNKNOWN_FIELD", "/consents/0/colour": "UNKNOWN_FIELD" }
    },
    {
      name: "a consent that is none",
      ...start({ consents: ["8a7a9a5e"] }),
      ...invalid,
      errors: { "/consents/0": "INVALID_FIELD" }
    },
    {
      name: "a filter with a misspelt type",
      ...start({ filter: { insuranceTypes: ["vehicleInsurance", "boatInsurance"], productTypes: ["isk"] } }),
      status: 400,
      code: "INVALID_FIELD",
      errors: { "/filter/insuranceTypes/1": "INVALID_FIELD", "/filter/productTypes/0": "INVALID_FIELD" }
    },
    {
      name: "a filter with a member that nobody knows",
      ...start({ filter: { productTypes: ["ISK"], colours: [] } }),
      status: 400,
      code: "UNKNOWN_FIELD",
      errors: { "/filter/colours": "UNKNOWN_FIELD" }
    },
    {
      name: "a company that does not exist",
      ...start({ company: "se-nowhere" }),
      status: 404,
      code: "UNKNOWN_COMPANY",
      errors: { "/company": "UNKNOWN_COMPANY" }
    },
    {
      name: "a method that the path does not have",
      path: "/wealth/collection",
      status: 405,
      code: "METHOD_NOT_ALLOWED",
      names: "POST"
    },
    {
      name: "a contact form when none is asked for",
      ...contactForm({ email: "maja@example.com" }),
      status: 422,
      code: "WRONG_INPUT_TYPE",
      errors: { "": "WRONG_INPUT_TYPE" }
    },
    {
      name: "a contact form with a field that nobody knows",
      ...contactForm({ email: "maja@example.com", fax: "1" }),
      status: 400,
      code: "UNKNOWN_FIELD",
      errors: { "/fax": "UNKNOWN_FIELD" }
    },
    {
      name: "a contact form with a number for an address",
      ...contactForm({ email: 5 }),
      ...invalid,
      errors: { "/email": "INVALID_FIELD" }
    }
  ]
}
