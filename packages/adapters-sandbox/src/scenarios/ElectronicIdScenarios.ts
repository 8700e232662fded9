/**
 * What personal numbers make happen by electronic ID (decisions 6, 16): what the provider does with the order, and the
 * course behind it. The numbers are made like those that the Swedish tax agency publishes for tests, with valid check
 * digits, so that they pass with every method.
 */
import type { FailedHint, PendingHint } from "@sheaf/domain/ElectronicId"
import type { OrderEnd, OrderScript, Signer } from "../electronicId/OrderScript.ts"
import { end, identify, show } from "./Beat.ts"
import type { Course, End } from "./Beat.ts"
import type { ByElectronicId } from "./Scenario.ts"

type Hints = readonly [PendingHint, ...ReadonlyArray<PendingHint>]

const login = show("LOGIN")
const collecting = show("COLLECTING")
const enrollmentCheck = show("CUSTOMER_ENROLLMENT_CHECK")
const completed = end("COMPLETED", { share: "ALL" })

const order = (hints: Hints, orderEnd: OrderEnd): OrderScript => ({ type: "ORDER", hints, end: orderEnd })
const signing: Hints = ["outstandingTransaction", "userSign"]
const signedBy = (signer: Signer): OrderScript => order(signing, { type: "COMPLETE", signer })
const signed = signedBy("EXPECTED")
const signedAfter = (...hints: Hints): OrderScript => order(hints, { type: "COMPLETE", signer: "EXPECTED" })
const failed = (hint: FailedHint, ...hints: Hints): OrderScript => order(hints, { type: "FAILED", hint })
const unanswered = (...hints: Hints): OrderScript => order(hints, { type: "UNANSWERED" })

/** What the provider does with an order whose personal number names no scenario: the person signs without being asked. */
export const signsWithoutBeingAsked: OrderScript = signed

/** What happens behind the electronic ID of such a person. */
export const completesByElectronicId: Course = [login, identify, collecting, completed]

const endsWith = (last: End): Course => [login, identify, collecting, last]

const electronicId = (
  key: string,
  scenario: string,
  description: string,
  script: OrderScript,
  course: Course = completesByElectronicId
): ByElectronicId => ({ scenario, description, route: "ELECTRONIC_ID", key, company: "se-nordhem", script, course })

const outcomes: ReadonlyArray<ByElectronicId> = [
  electronicId(
    "199001012385",
    "electronic-id",
    "The person signs; ends with data, as with every personal number that names no other scenario.",
    signed
  ),
  electronicId(
    "199001022392",
    "electronic-id-partial",
    "The person signs; ends with some of the data.",
    signed,
    endsWith(end("COMPLETED_PARTIAL", { share: "SOME" }))
  ),
  electronicId(
    "199001032383",
    "electronic-id-empty",
    "The person signs, and has no products there.",
    signed,
    endsWith(end("COMPLETED_EMPTY", { share: "NOTHING" }))
  ),
  electronicId(
    "199001042390",
    "electronic-id-failed",
    "The person signs; collecting the data fails.",
    signed,
    endsWith(end("FAILED"))
  ),
  electronicId(
    "199001102392",
    "electronic-id-enrollment-required",
    "The person signs, and is not a customer of the company yet.",
    signed,
    [login, identify, enrollmentCheck, end("CUSTOMER_ENROLLMENT_REQUIRED")]
  ),
  electronicId(
    "199001132381",
    "electronic-id-enrollment-check",
    "The person signs; the company finds that the person is its customer.",
    signed,
    [login, identify, enrollmentCheck, collecting, completed]
  ),
  electronicId(
    "199001112383",
    "electronic-id-kyc-form",
    "The person signs; the company wants its form filled in.",
    signed,
    [login, identify, end("KYC_FORM")]
  )
]

/** What the provider tells while the order is pending, beyond that it waits and that the person signs. */
const pending: ReadonlyArray<ByElectronicId> = [
  electronicId(
    "199001142398",
    "electronic-id-no-client",
    "No app is known that could open the order; then one is opened, and the person signs.",
    signedAfter("noClient", "started", "userSign")
  ),
  electronicId(
    "199001152389",
    "electronic-id-document",
    "The person reads in an identity document on the way, and signs.",
    signedAfter("outstandingTransaction", "userMrtd", "userSign")
  ),
  electronicId(
    "199001162396",
    "electronic-id-call",
    "The person confirms a call on the way, and signs.",
    signedAfter("outstandingTransaction", "userCallConfirm", "userSign")
  ),
  electronicId(
    "199001172387",
    "electronic-id-unanswered",
    "Nobody opens the order: the time for it runs out.",
    unanswered("outstandingTransaction")
  ),
  electronicId(
    "199001182394",
    "electronic-id-unsigned",
    "The person opens the order and does not sign: the time for it runs out.",
    unanswered("outstandingTransaction", "userSign")
  )
]

/** How an order fails. */
const failures: ReadonlyArray<ByElectronicId> = [
  electronicId(
    "199001052381",
    "electronic-id-cancelled",
    "The person cancels in the authenticator app.",
    failed("userCancel", ...signing)
  ),
  electronicId(
    "199001192385",
    "electronic-id-call-declined",
    "The person says that they are not in a call.",
    failed("userDeclinedCall", "outstandingTransaction", "userCallConfirm")
  ),
  electronicId(
    "199001092387",
    "electronic-id-timeout",
    "Nobody opens the order in time: the provider says so.",
    failed("expiredTransaction", "outstandingTransaction")
  ),
  electronicId(
    "199001202390",
    "electronic-id-start-failed",
    "The authenticator app does not start.",
    failed("startFailed", "noClient")
  ),
  electronicId(
    "199001062398",
    "electronic-id-conflict",
    "Another authentication of the same person is going on, and no order is made.",
    { type: "NO_ORDER", reason: "ALREADY_IN_PROGRESS" }
  ),
  electronicId(
    "199001212381",
    "electronic-id-already-in-progress",
    "Another authentication of the same person is going on: the order fails.",
    failed("alreadyInProgress", "outstandingTransaction")
  ),
  electronicId(
    "199001222398",
    "electronic-id-superseded",
    "A later authentication of the same person cancels the order.",
    failed("cancelled", ...signing)
  ),
  electronicId("199001232389", "electronic-id-refused", "The provider takes no order.", {
    type: "NO_ORDER",
    reason: "REFUSED"
  }),
  electronicId(
    "199001082396",
    "electronic-id-error",
    "The authenticator app refuses: a certificate is not valid.",
    failed("certificateErr", "outstandingTransaction")
  ),
  electronicId(
    "199001242396",
    "electronic-id-app-not-supported",
    "The authenticator app is too old for the order.",
    failed("notSupportedByUserApp", "outstandingTransaction")
  ),
  electronicId(
    "199001252387",
    "electronic-id-risk-blocked",
    "The provider finds the risk too high.",
    failed("transactionRiskBlocked", ...signing)
  )
]

/** Who is told to have authenticated (spec 3.2). Rule 2 alone is `security-token-mismatch`. */
const people: ReadonlyArray<ByElectronicId> = [
  electronicId(
    "199001072389",
    "electronic-id-mismatch",
    "Another person signs than the one who was named.",
    signedBy("ANOTHER")
  ),
  electronicId(
    "199001262394",
    "electronic-id-company-differs",
    "The person signs. The company says that it is another, which does not count: ends with data.",
    signed,
    [login, identify, show("COLLECTING", { companyTells: "ANOTHERS" }), completed]
  ),
  electronicId(
    "199001272385",
    "electronic-id-company-mismatch",
    "The electronic ID does not tell who signed; the company says that it is another person.",
    signedBy("NOT_TOLD"),
    [login, identify, show("COLLECTING", { companyTells: "ANOTHERS" }), completed]
  ),
  electronicId(
    "199001282392",
    "electronic-id-not-told",
    "Neither the electronic ID nor the company tells who signed: ends with data.",
    signedBy("NOT_TOLD")
  )
]

export const electronicIdScenarios: ReadonlyArray<ByElectronicId> = [...outcomes, ...pending, ...failures, ...people]
