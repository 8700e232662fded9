/** The places that each change since version 2025-01-01 affects in the OpenAPI document of version 2026-04-01. */
import * as ExtendStatusObject from "@sheaf/domain/versions/2025-01-01/ExtendStatusObject"
import * as ConfirmReturns from "@sheaf/domain/versions/2025-01-01/ConfirmReturns"
import * as PostContactForm from "@sheaf/domain/versions/2025-01-01/PostContactForm"
import * as AddFailureReasons from "@sheaf/domain/versions/2025-01-01/AddFailureReasons"
import * as AddStatuses from "@sheaf/domain/versions/2025-01-01/AddStatuses"
import * as SplitFees from "@sheaf/domain/versions/2025-01-01/records/SplitFees"
import * as DropFrenchPrefix from "@sheaf/domain/versions/2025-01-01/records/DropFrenchPrefix"
import * as ListCollections from "@sheaf/domain/versions/2025-01-01/ListCollections"
import * as AddErasure from "@sheaf/domain/versions/2025-01-01/AddErasure"
import * as AddExclusiveOwnership from "@sheaf/domain/versions/2025-01-01/records/AddExclusiveOwnership"
import * as AddInputIds from "@sheaf/domain/versions/2025-01-01/AddInputIds"
import * as AddSandboxPage from "@sheaf/domain/versions/2025-01-01/AddSandboxPage"
import * as DistinguishAccepted from "@sheaf/domain/versions/2025-01-01/DistinguishAccepted"
import * as MergeProductPaths from "@sheaf/domain/versions/2025-01-01/MergeProductPaths"
import * as UnifyLoginMethodStatus from "@sheaf/domain/versions/2025-01-01/UnifyLoginMethodStatus"
import * as StabilizeIds from "@sheaf/domain/versions/2025-01-01/records/StabilizeIds"
import * as TypeConsents from "@sheaf/domain/versions/2025-01-01/TypeConsents"
import * as TypeParameters from "@sheaf/domain/versions/2025-01-01/TypeParameters"
import type { Attribution } from "../Attribution.ts"
import type { Moved } from "../Differences.ts"

const movesOf = (product: "insurance" | "wealth"): ReadonlyArray<Moved> => [
  [`POST /${product}/collection`, "POST /collections"],
  [`GET /${product}/collection/{collectionId}/status`, "GET /collections/{collectionId}/status"],
  [`POST /${product}/collection/{collectionId}/supplement-info`, "POST /collections/{collectionId}/supplement-info"],
  [`GET /${product}/collection/{collectionId}/data`, `GET /collections/{collectionId}/${product}/data`],
  [
    `GET /${product}/collection/{collectionId}/document/{documentId}`,
    `GET /collections/{collectionId}/${product}/document/{documentId}`
  ]
]

/** The kinds of wealth records that have fees. */
const kinds = ["BankAccount", "Insurance", "InvestmentAccount", "Pension", "PublicPension", "SecuritiesAccount"]

export const attribution20260401: Attribution = {
  moves: [...movesOf("insurance"), ...movesOf("wealth")],
  places: [
    [
      MergeProductPaths.change,
      [
        "POST /collections",
        "GET /collections/{collectionId}/status",
        "POST /collections/{collectionId}/supplement-info",
        ...["insurance", "wealth"].flatMap((product) => [
          `GET /collections/{collectionId}/${product}/data`,
          `GET /collections/{collectionId}/${product}/document/{documentId}`
        ])
      ]
    ],
    [
      TypeParameters.change,
      [
        "InitiateCollectionRequest.input",
        "InitiateCollectionRequest.filter",
        "InitiateCollectionRequest.parameters",
        "CollectionFilter",
        "CollectionInputMap",
        "POST /collections 400 UNKNOWN_INPUT",
        "BadRequestProblem.code.UNKNOWN_INPUT",
        "ViolationCode.UNKNOWN_INPUT"
      ]
    ],
    [TypeConsents.change, ["InitiateCollectionRequest.consents", "NewConsentEntry", "StoredConsentEntry"]],
    [SplitFees.change, ["Fees", "GenericFees", "PersonalizedFees", ...kinds.map((kind) => `${kind}.fees`)]],
    [
      PostContactForm.change,
      [
        "ContactFormInput",
        "POST /insurance/collection/{collectionId}/add-contact-form-input",
        "POST /wealth/collection/{collectionId}/add-contact-form-input"
      ]
    ],
    [
      AddStatuses.change,
      [
        "CollectionStatusValue.AUTHENTICATION_ERROR",
        "CollectionStatusValue.LOGIN_METHOD_NOT_APPLICABLE",
        "CollectionStatusValue.TWO_FACTOR_METHOD_SELECTION_TIMEOUT"
      ]
    ],
    [UnifyLoginMethodStatus.change, ["CollectionStatusValue.REJECTED_INCORRECT_LOGIN_METHOD"]],
    [DropFrenchPrefix.change, ["AccountInformation", "Holding", "Insurance", "PayoutDetail"]],
    [AddExclusiveOwnership.change, ["AccountInformation.hasExclusiveOwnership"]],
    [
      StabilizeIds.change,
      [
        "BankAccount",
        "DocumentReference",
        "InsuranceRecord",
        "InvestmentAccount",
        "Pension",
        "PublicPension",
        "SecuritiesAccount"
      ].map((schema) => `${schema}.idStable`)
    ],
    [ListCollections.change, ["GET /collections", "CollectionSummary"]],
    [AddErasure.change, ["DELETE /collections/{collectionId}", "ConflictProblem.code.COLLECTION_NOT_ENDED"]],
    [
      ConfirmReturns.change,
      [
        "POST /collections/{collectionId}/confirmation",
        "ConfirmCollectionRequest",
        "InitiateCollectionRequest.returnUrl",
        "InitiateCollectionRequest.state",
        "ConflictProblem.code.COLLECTION_NOT_CONFIRMED"
      ]
    ],
    [
      ExtendStatusObject.change,
      [
        "CollectionStatus.collectionId",
        "CollectionStatus.products",
        "CollectionStatus.createdAt",
        "CollectionStatus.statusChangedAt",
        "CollectionStatus.externalReference",
        "CollectionStatus.sessionMetadata"
      ]
    ],
    [AddFailureReasons.change, ["FailureReason.code"]],
    [
      AddSandboxPage.change,
      [
        "CollectionStatus.sandboxPageUrl",
        "ConsentStatus.sandboxPageUrl",
        "ConsentScenario.presses",
        "Press",
        "Scenario.presses"
      ]
    ],
    [
      AddInputIds.change,
      [
        "CollectionStatus.pendingInput",
        "PendingInput",
        ...["CollectionInput", "TwoFactorChoice", "TwoFactorCode"].map((answer) => `${answer}.inputId`),
        "POST /collections/{collectionId}/supplement-info 409 INPUT_NO_LONGER_PENDING",
        "ConflictProblem.code.INPUT_NO_LONGER_PENDING"
      ]
    ],
    [DistinguishAccepted.change, ["POST /collections 201", "POST /collections/{collectionId}/supplement-info 202"]]
  ]
}
