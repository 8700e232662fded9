/**
 * Maps each change since version 2025-01-01 to the places that it affects in the OpenAPI document of version
 * 2026-04-01.
 */
import { newMembers as bankMembers } from "@sheaf/domain/versions/2025-01-01/records/AddBankDetails"
import { newMembers } from "@sheaf/domain/versions/2025-01-01/records/AddRecordDetails"
import type { Attribution } from "./Attribution.ts"

const products = ["insurance", "wealth"]

const inside = (place: string, ...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.map((name) => `${place}.${name}`)

const each = (name: string, ...schemas: ReadonlyArray<string>): ReadonlyArray<string> =>
  schemas.map((schema) => `${schema}.${name}`)

const collection = "/collections/{collectionId}"
const request = "InitiateCollectionRequest"

const accounts = ["BankAccount", "InvestmentAccount", "Pension", "PublicPension", "SecuritiesAccount"]

const insurances = ["AnimalInsurance", "HouseContentInsurance", "PersonInsurance", "VehicleInsurance"]

const namesIn = (text: string): ReadonlyArray<string> => text.split(" ")

const kindParts = namesIn(
  "Amortization Borrower Collateral Fixation GeneralInsurance GeneralSubType " +
    "Loan LoanType SavingsAccount SavingsAccountType PersonSubType.illness"
)

const insuranceParts = namesIn(
  "Address Bonus CancellationTerms Claim ClaimStatus CountryCode Coverage CoverageDeductible " +
    "CoverageLimit Detail Duration DurationUnit Identification InsuranceRole InsuredObject InsuredPerson " +
    "LimitBasis PaymentMethod PolicyStatus PremiumPayment PremiumPaymentStatus AnimalObject " +
    "BuildingObject ItemObject LoanObject PersonObject ProductTerms VehicleObject ClaimAnnuity ContractForm " +
    "CoverageFunding CoveragePayout CoverageType DayCount InsuranceSavings PartsCondition PartsMaker PartsOrigin " +
    "RepairTerms SavingsMovement WaitingTerms Workshops"
)

const wealthParts = namesIn(
  "Allocation AssetClass Forecast ForecastAssumptions InvestmentTransaction InvestmentTransactionType " +
    "Order OrderStatus PremiumPayer SurvivorProtection TransferRights Completeness RecordGroup " +
    "RecordOrigin RecordWarning WarningCode"
)

const bankParts = namesIn("AccountOwner BankBalance CardAcceptor CounterpartyAccount CurrencyExchange")

const loanTypes = ["MORTGAGE", "UNSECURED_LOAN", "CREDIT_LINE", "OTHER_LOAN", "SAVINGS_ACCOUNT", "FIXED_TERM_DEPOSIT"]

export const attribution20260401: Attribution = {
  moves: products.flatMap((product) => {
    const old = `/${product}/collection`
    return [
      [`POST ${old}`, "POST /collections"],
      [`GET ${old}/{collectionId}/status`, `GET ${collection}/status`],
      [`POST ${old}/{collectionId}/supplement-info`, `POST ${collection}/supplement-info`],
      [`GET ${old}/{collectionId}/data`, `GET ${collection}/${product}/data`],
      [`GET ${old}/{collectionId}/document/{documentId}`, `GET ${collection}/${product}/document/{documentId}`]
    ] as const
  }),
  places: {
    "A collection is one resource for all products.": [
      "POST /collections",
      `GET ${collection}/status`,
      `POST ${collection}/supplement-info`,
      ...products.flatMap((product) =>
        ["data", "document/{documentId}"].map((part) => `GET ${collection}/${product}/${part}`)
      )
    ],
    "Start requests have typed parameters.": [
      ...inside(request, "input", "filter", "parameters"),
      "CollectionFilter",
      "CollectionInputMap",
      "POST /collections 400 UNKNOWN_INPUT",
      "BadRequestProblem.code.UNKNOWN_INPUT",
      "ViolationCode.UNKNOWN_INPUT"
    ],
    "Consents are typed parameters.": [...inside(request, "consents"), "NewConsentEntry", "StoredConsentEntry"],
    "Fees are either personalized or generic, and absent if unknown.": [
      "Fees",
      "GenericFees",
      "PersonalizedFees",
      ...each("fees", "Insurance", ...accounts)
    ],
    "Contact form values are posted to supplement-info.": [
      "ContactFormInput",
      ...products.map((product) => `POST /${product}/collection/{collectionId}/add-contact-form-input`)
    ],
    "Rejected authentications and missed two-factor choices have their own statuses.": [
      ...inside("CollectionStatusValue", "AUTHENTICATION_ERROR", "LOGIN_METHOD_NOT_APPLICABLE"),
      "CollectionStatusValue.TWO_FACTOR_METHOD_SELECTION_TIMEOUT"
    ],
    "Unsupported login methods have the same status in every market.": [
      "CollectionStatusValue.REJECTED_INCORRECT_LOGIN_METHOD"
    ],
    "Schemas no longer have the French prefix.": ["AccountInformation", "Holding", "Insurance", "PayoutDetail"],
    "Account information shows exclusive ownership.": ["AccountInformation.hasExclusiveOwnership"],
    "Records keep their identifiers.": [...each("idStable", "DocumentReference", "InsuranceRecord", ...accounts)],
    "Loans, savings and every type of insurance are collected.": [
      ...kindParts,
      ...inside("InsuranceRecord.insurance", "GeneralInsurance", "generalInsurance"),
      ...inside("WealthRecord", "Loan", "SavingsAccount", ...loanTypes)
    ],
    "Records have covers, payments, transactions and forecasts, and state their quality.": [
      ...insuranceParts,
      ...wealthParts,
      ...insurances.flatMap((insurance) => inside(insurance, ...newMembers.insurance)),
      ...inside("InsuranceRecord", ...newMembers.insuranceRecord),
      ...inside("FinancialInformation", ...newMembers.financialInformation),
      ...accounts.flatMap((account) => inside(account, ...newMembers.wealth)),
      ...inside("Pension", ...newMembers.pension),
      ...inside("PublicPension", ...newMembers.publicPension),
      ...["InvestmentAccount", "SecuritiesAccount"].flatMap((account) => inside(account, ...newMembers.investment)),
      ...inside(request, "sensitive"),
      `POST /collections 400 SENSITIVE_NOT_ALLOWED`
    ],
    "Bank accounts and transactions have everything that the bank reports.": [
      ...bankParts,
      ...inside("BankAccount", ...bankMembers.account),
      ...inside("Transaction", ...bankMembers.transaction)
    ],
    "Consents can be renewed.": [
      "GET /consents/{consentId} 200",
      "POST /consents/{consentId}/renewal",
      "ConsentDetails",
      "RenewConsentRequest",
      "ConflictProblem.code.CONSENT_NOT_RENEWABLE"
    ],
    "Collections can be listed.": [
      "GET /collections",
      `GET ${collection}`,
      "GET /users/{userId}/collections",
      "CollectionDetails"
    ],
    "The transactions of one account can be read separately.": [
      `GET ${collection}/wealth/accounts/{accountId}/transactions`
    ],
    "A collection's data can be erased.": [`DELETE ${collection}`, "ConflictProblem.code.COLLECTION_NOT_ENDED"],
    "Clients confirm who returns to a collection.": [
      `POST ${collection}/confirmation`,
      "ConfirmCollectionRequest",
      ...inside(request, "returnUrl", "state"),
      "ConflictProblem.code.COLLECTION_NOT_CONFIRMED"
    ],
    "Status objects have products, times and the client's own references.": [
      ...inside("CollectionStatus", "collectionId", "products", "createdAt", "statusChangedAt"),
      ...inside("CollectionStatus", "externalReference", "sessionMetadata")
    ],
    "Failure reasons are more specific.": [
      "FailureReason.code",
      ...inside("MissingData", "accountId", "part", "reason.LIMIT_EXCEEDED")
    ],
    "Answers can identify their question, and can be repeated safely.": [
      "CollectionStatus.pendingInput",
      "PendingInput",
      ...each("inputId", "CollectionInput", "TwoFactorChoice", "TwoFactorCode"),
      `POST ${collection}/supplement-info 409 INPUT_NO_LONGER_PENDING`,
      "ConflictProblem.code.INPUT_NO_LONGER_PENDING"
    ],
    "Responses distinguish created from accepted.": ["POST /collections 201", `POST ${collection}/supplement-info 202`]
  }
}
