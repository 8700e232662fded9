/** The places that each change since version 2025-01-01 affects in the OpenAPI document of version 2026-04-01. */
import * as BriefStatusObject from "@sheaf/domain/versions/2025-01-01/BriefStatusObject"
import * as ConfirmReturns from "@sheaf/domain/versions/2025-01-01/ConfirmReturns"
import * as ContactFormInput from "@sheaf/domain/versions/2025-01-01/ContactFormInput"
import * as FewerReasons from "@sheaf/domain/versions/2025-01-01/FewerReasons"
import * as FewerStatuses from "@sheaf/domain/versions/2025-01-01/FewerStatuses"
import * as FlatFees from "@sheaf/domain/versions/2025-01-01/records/FlatFees"
import * as FrenchNames from "@sheaf/domain/versions/2025-01-01/records/FrenchNames"
import * as NoCollectionList from "@sheaf/domain/versions/2025-01-01/NoCollectionList"
import * as NoErasure from "@sheaf/domain/versions/2025-01-01/NoErasure"
import * as NoExclusiveOwnership from "@sheaf/domain/versions/2025-01-01/records/NoExclusiveOwnership"
import * as NoInputIds from "@sheaf/domain/versions/2025-01-01/NoInputIds"
import * as NoSandboxPage from "@sheaf/domain/versions/2025-01-01/NoSandboxPage"
import * as PlainSuccess from "@sheaf/domain/versions/2025-01-01/PlainSuccess"
import * as ProductPaths from "@sheaf/domain/versions/2025-01-01/ProductPaths"
import * as RejectedLoginMethod from "@sheaf/domain/versions/2025-01-01/RejectedLoginMethod"
import * as UnknownStability from "@sheaf/domain/versions/2025-01-01/records/UnknownStability"
import * as UntypedConsents from "@sheaf/domain/versions/2025-01-01/UntypedConsents"
import * as UntypedParameters from "@sheaf/domain/versions/2025-01-01/UntypedParameters"
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
      ProductPaths.change,
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
      UntypedParameters.change,
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
    [UntypedConsents.change, ["InitiateCollectionRequest.consents", "NewConsentEntry", "StoredConsentEntry"]],
    [FlatFees.change, ["Fees", "GenericFees", "PersonalizedFees", ...kinds.map((kind) => `${kind}.fees`)]],
    [
      ContactFormInput.change,
      [
        "ContactFormInput",
        "POST /insurance/collection/{collectionId}/add-contact-form-input",
        "POST /wealth/collection/{collectionId}/add-contact-form-input"
      ]
    ],
    [
      FewerStatuses.change,
      [
        "CollectionStatusValue.AUTHENTICATION_ERROR",
        "CollectionStatusValue.LOGIN_METHOD_NOT_APPLICABLE",
        "CollectionStatusValue.TWO_FACTOR_METHOD_SELECTION_TIMEOUT"
      ]
    ],
    [RejectedLoginMethod.change, ["CollectionStatusValue.REJECTED_INCORRECT_LOGIN_METHOD"]],
    [FrenchNames.change, ["AccountInformation", "Holding", "Insurance", "PayoutDetail"]],
    [NoExclusiveOwnership.change, ["AccountInformation.hasExclusiveOwnership"]],
    [
      UnknownStability.change,
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
    [NoCollectionList.change, ["GET /collections", "CollectionSummary"]],
    [NoErasure.change, ["DELETE /collections/{collectionId}", "ConflictProblem.code.COLLECTION_NOT_ENDED"]],
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
      BriefStatusObject.change,
      [
        "CollectionStatus.collectionId",
        "CollectionStatus.products",
        "CollectionStatus.createdAt",
        "CollectionStatus.statusChangedAt",
        "CollectionStatus.externalReference",
        "CollectionStatus.sessionMetadata"
      ]
    ],
    [FewerReasons.change, ["FailureReason.code"]],
    [
      NoSandboxPage.change,
      [
        "CollectionStatus.sandboxPageUrl",
        "ConsentStatus.sandboxPageUrl",
        "ConsentScenario.presses",
        "Press",
        "Scenario.presses"
      ]
    ],
    [
      NoInputIds.change,
      [
        "CollectionStatus.pendingInput",
        "PendingInput",
        ...["CollectionInput", "TwoFactorChoice", "TwoFactorCode"].map((answer) => `${answer}.inputId`),
        "POST /collections/{collectionId}/supplement-info 409 INPUT_NO_LONGER_PENDING",
        "ConflictProblem.code.INPUT_NO_LONGER_PENDING"
      ]
    ],
    [PlainSuccess.change, ["POST /collections 201", "POST /collections/{collectionId}/supplement-info 202"]]
  ]
}
