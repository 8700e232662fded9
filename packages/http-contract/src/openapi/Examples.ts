/** Examples of the documents, in the terms of the newest version. */
import type { CollectionSummary, StatusObject } from "@sheaf/domain/Collection"
import type { CompanyAvailability, SupportedProducts } from "@sheaf/domain/Company"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { Scenario } from "@sheaf/domain/Scenario"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { CollectionInput, SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"

const collectionId = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"
const company = "se-nordhem"
const createdAt = "2026-05-04T08:00:00.000Z"

const heads = { collectionId, id: collectionId, company, createdAt }

const started: StatusObject = { ...heads, status: "RUNNING", statusChangedAt: createdAt, pollingInterval: 2000 }

const waiting: StatusObject = {
  ...heads,
  status: "TWO_FACTOR_PENDING",
  statusChangedAt: "2026-05-04T08:00:02.000Z",
  pollingInterval: 2000,
  extraInformation: {
    TWO_FACTOR_AUTHENTICATION_INSTRUCTION: {
      authenticationInstruction: "Enter the code that was sent to your phone.",
      responseType: "NUMBER_CODE"
    }
  }
}

const completed: StatusObject = { ...heads, status: "COMPLETED", statusChangedAt: "2026-05-04T08:00:09.000Z" }

/** Status objects at the points of a collection. */
export const statuses = { started, waiting, completed }

/** Starts, by what they log in with. */
export const starts: Readonly<Record<"electronicId" | "password" | "email" | "storedConsent", StartCollection>> = {
  electronicId: {
    company,
    loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE",
    parameters: [
      { type: "SWEDISH_EID", personalNumber: "198112189876" },
      { type: "SESSION_METADATA", attributes: { EXTERNAL_REFERENCE: "case 4711" } }
    ]
  },
  password: {
    company,
    loginMethod: "USERNAME_AND_PASSWORD",
    parameters: [{ type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }]
  },
  email: { company, loginMethod: "EMAIL", parameters: [{ type: "EMAIL", email: "maja.lind@example.com" }] },
  storedConsent: {
    company: "se-fjallbanken",
    parameters: [
      { type: "STORED_CONSENT", consentId: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10", psuIpAddress: "192.0.2.17" }
    ]
  }
}

/** The values of a contact form. */
export const contactDetails: typeof CollectionInput.Type = {
  type: "COLLECTION_INPUT",
  inputs: { EMAIL: "maja.lind@example.com", MOBILE_PHONE_NUMBER: "46701740605" }
}

/** Input, by what was asked for. */
export const inputs: Readonly<Record<string, SupplementInfo>> = {
  contactDetails,
  twoFactorCode: { type: "TWO_FACTOR_CODE", value: "123456" },
  twoFactorChoice: { type: "TWO_FACTOR_CHOICE", methodId: "sms" },
  responseOfDevice: { type: "RESPONSE_OBJECT", etag: "instruction-1", statusCode: 200, headers: {}, response: {} }
}

export const summaries: ReadonlyArray<CollectionSummary> = [
  { collectionId, company, createdAt, loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE", status: "COMPLETED" }
]

export const availability: ReadonlyArray<CompanyAvailability> = [
  {
    company,
    companyDisplayName: "Nordhem",
    market: "se",
    functional: true,
    status: "OPERATIONAL",
    loginMethods: ["SWEDISH_MOBILE_EID_OTHER_DEVICE", "USERNAME_AND_PASSWORD"],
    products: ["INSURANCE", "WEALTH"],
    updatedAt: createdAt
  }
]

export const supportedProducts: ReadonlyArray<SupportedProducts> = [
  {
    company,
    companyDisplayName: "Nordhem",
    market: "se",
    insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }],
    wealth: ["OCCUPATIONAL_PENSION", "ISK"]
  }
]

export const insurances: ReadonlyArray<InsuranceRecord> = [
  {
    id: "4c1f5e0a-7f0f-4a52-9d38-64a1b9d1a7c3",
    insurance: {
      insuranceType: "vehicleInsurance",
      insuranceSubType: "car",
      market: "se",
      insuranceCompany: "Nordhem Försäkring",
      insuranceNumber: "NH-77120",
      startDate: "2026-01-01",
      brand: "Volvo",
      registrationNo: "ABC123"
    },
    documents: [
      { documentId: "5d1c7e1e-0f3f-4a52-9d38-64a1b9d1a7c3", name: "Policy 2026", contentType: "application/pdf" }
    ]
  }
]

export const wealth: ReadonlyArray<WealthRecord> = [
  {
    type: "ISK",
    id: "c0d3a7f2-3f6e-4a8c-9a55-6b0f1d2e7c19",
    company,
    companyDisplayName: "Nordhem",
    productName: "Investment account",
    productNumber: "771-204",
    financialInformation: { currentValue: { amount: 88400, currency: "SEK" } },
    fees: { personalized: { variable: 0.0045, previousYear: { amount: 512, currency: "SEK" } } }
  }
]

/** The scenarios that the sandbox has are many more. */
export const scenario: Scenario = {
  scenario: "two-factor-code",
  description: "The company asks for a code.",
  company,
  finalStatus: "COMPLETED",
  visits: ["RUNNING", "LOGIN", "TWO_FACTOR_PENDING", "COLLECTING", "COMPLETED"],
  loginMethods: ["USERNAME_AND_PASSWORD"],
  parameters: [{ type: "USERNAME_PASSWORD", username: "two-factor-code", password: "a-password" }],
  supplements: [{ type: "TWO_FACTOR_CODE", value: "123456" }]
}
